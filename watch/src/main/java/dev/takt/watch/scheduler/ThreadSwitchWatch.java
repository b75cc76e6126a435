package dev.takt.watch.scheduler;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.watch.host.TaskLister;
import dev.takt.watch.host.ThreadResources;
import dev.takt.watch.perf.PerfException;
import dev.takt.watch.perf.ThreadSwitches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Records the context switches of each thread of the watched processes, by one perf event for each
/// thread.
final class ThreadSwitchWatch implements RunQueueWatch {

  private final ThreadResources<Recorded> threads;
  private final WaitStallEmitter emitter;
  private final StoppedSampler stopped;
  private long count;
  private long lost;
  private int maxRefused;

  /// @throws PerfException if not even the processes' first threads can be recorded
  ThreadSwitchWatch(
      Map<Integer, Side> pids, TaskLister tasks, WaitStallEmitter emitter, StoppedSampler stopped)
      throws PerfException {
    for (int pid : pids.keySet()) {
      ThreadSwitches.open(pid).close();
    }
    this.emitter = emitter;
    this.stopped = stopped;
    threads = new ThreadResources<>(tasks, pids, this::open, each -> each.switches.close());
  }

  /// One thread.
  private final class Recorded implements ThreadSwitches.Listener {
    final ThreadSwitches switches;
    final int pid;
    final int tid;
    final Side side;
    private boolean isPreempted;
    private long since;

    Recorded(ThreadSwitches switches, int pid, int tid, Side side) {
      this.switches = switches;
      this.pid = pid;
      this.tid = tid;
      this.side = side;
    }

    @Override
    public void switchedOut(long time, boolean runnable) {
      count++;
      isPreempted = runnable;
      since = time;
    }

    @Override
    public void switchedIn(long time) {
      if (isPreempted && time - since >= emitter.thresholdNanos()) {
        emitter.emit(
            side, pid, tid, since, time, errorNanos(), RunQueueObserver.PREEMPTED, Evidence.NONE);
      }
      isPreempted = false;
    }

    @Override
    public void lost(long records) {
      lost += records;
      isPreempted = false;
    }
  }

  private @Nullable Recorded open(int pid, int tid, Side side) {
    try {
      return new Recorded(ThreadSwitches.open(tid), pid, tid, side);
    } catch (PerfException _) {
      // It has ended, or there is no memory for more rings: counted among the blind spots.
      return null;
    }
  }

  @Override
  public long periodNanos() {
    return RunQueueObserver.STOPPED_PERIOD_NANOS;
  }

  @Override
  public void poll(long now) {
    threads.forEach(each -> each.switches.drain(each));
    threads.update(now);
    maxRefused = Math.max(maxRefused, threads.refused());
    stopped.poll(now);
  }

  @Override
  public void finish(long now) {
    poll(now);
    threads.forEach(each -> each.switchedIn(now));
    stopped.finish(now);
  }

  @Override
  public long errorNanos() {
    return SchedulerStallEmitter.ERROR_NANOS;
  }

  @Override
  public long switches() {
    return count;
  }

  @Override
  public long lost() {
    return lost;
  }

  @Override
  public List<String> blindSpots() {
    List<String> blind =
        new ArrayList<>(
            List.of(
                "Waits between a wake-up and running: only waits of preempted threads are recorded.",
                "The thread that had the processor.",
                "The first 100 ms of a thread.",
                "The sender of a stop signal, and stops of less than a few milliseconds."));
    if (maxRefused > 0) {
      blind.add(maxRefused + " threads: the kernel had no memory or no descriptors for them.");
    }
    return blind;
  }

  @Override
  public void close() {
    threads.close();
    stopped.close();
  }
}
