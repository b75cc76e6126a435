package dev.takt.watch.scheduler;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.watch.host.NumberScanner;
import dev.takt.watch.host.ProcFile;
import dev.takt.watch.host.TaskLister;
import dev.takt.watch.host.ThreadResources;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Samples the kernel's sum of each thread's run-queue waits: the second number of
/// `/proc/PID/task/TID/schedstat`, in nanoseconds. The third is how often the thread was scheduled.
/// The kernel adds a wait when the thread next runs, so a wait is reported after its end.
final class SchedstatWatch implements RunQueueWatch {

  private static final int BUFFER_BYTES = 128;

  private final TaskLister tasks;
  private final ThreadResources<Sampled> threads;
  private final WaitStallEmitter emitter;
  private final StoppedSampler stopped;
  private long lastPoll;
  private long longestGap;

  SchedstatWatch(
      Map<Integer, Side> pids,
      TaskLister tasks,
      WaitStallEmitter emitter,
      StoppedSampler stopped,
      long now) {
    this.tasks = tasks;
    this.emitter = emitter;
    this.stopped = stopped;
    lastPoll = now;
    threads = new ThreadResources<>(tasks, pids, this::open, each -> each.file.close());
  }

  /// One thread.
  private static final class Sampled {
    final ProcFile file;
    final int pid;
    final int tid;
    final Side side;
    long waited;
    long runs;

    Sampled(ProcFile file, int pid, int tid, Side side) {
      this.file = file;
      this.pid = pid;
      this.tid = tid;
      this.side = side;
    }
  }

  private @Nullable Sampled open(int pid, int tid, Side side) {
    try {
      ProcFile file =
          ProcFile.open(tasks.proc().resolve(pid + "/task/" + tid + "/schedstat"), BUFFER_BYTES);
      Sampled thread = new Sampled(file, pid, tid, side);
      NumberScanner figures = file.read();
      figures.skipWords(1);
      thread.waited = figures.nextNumber();
      thread.runs = figures.nextNumber();
      return thread;
    } catch (IOException _) {
      // It has ended.
      return null;
    }
  }

  @Override
  public long periodNanos() {
    return RunQueueObserver.STOPPED_PERIOD_NANOS;
  }

  @Override
  public void poll(long now) {
    long gap = now - lastPoll;
    longestGap = Math.max(longestGap, gap);
    threads.forEach(each -> sample(each, now, gap));
    threads.update(now);
    stopped.poll(now);
    lastPoll = now;
  }

  /// Samples one thread. Of several waits since the last sample only the sum is known; the longest
  /// is at least their mean, so they are reported if the mean reaches the threshold.
  private void sample(Sampled thread, long now, long gap) {
    NumberScanner figures = thread.file.read();
    figures.skipWords(1);
    long waited = figures.nextNumber();
    long runs = figures.nextNumber();
    if (runs == NumberScanner.NONE) {
      return;
    }
    long nanos = waited - thread.waited;
    long times = Math.max(1, runs - thread.runs);
    thread.waited = waited;
    thread.runs = runs;
    if (nanos / times >= emitter.thresholdNanos()) {
      emitter.emit(
          thread.side,
          thread.pid,
          thread.tid,
          now - nanos,
          now,
          gap,
          null,
          Evidence.RunQueueWait.sumOf(times));
    }
  }

  @Override
  public void finish(long now) {
    poll(now);
    stopped.finish(now);
  }

  @Override
  public long errorNanos() {
    return Math.max(longestGap, periodNanos());
  }

  @Override
  public long lost() {
    return 0;
  }

  @Override
  public List<String> blindSpots() {
    return List.of(
        "Exact edges of a wait: the kernel only keeps a sum, and adds a wait after its end.",
        "A long wait among many shorter ones whose mean is below the threshold.",
        "The thread that had the processor.",
        "The first 100 ms of a thread.",
        "The sender of a stop signal, and stops of less than a few milliseconds.");
  }

  @Override
  public void close() {
    threads.close();
    stopped.close();
  }
}
