package dev.takt.load.engine.worker;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.engine.recording.OperationCounters;
import dev.takt.load.engine.recording.Recording;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.engine.recording.Sender;
import dev.takt.load.engine.recording.SendingRecorder;
import dev.takt.load.engine.recording.StallLog;
import dev.takt.load.wire.TimerSlack;
import dev.takt.load.workload.Workload;
import dev.takt.record.LatencyHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Sends with workers: threads that block in the driver's calls and take the next operation of one
/// common schedule, so a stuck worker does not delay the operations of other workers.
public final class WorkerSender implements Sender {

  /// How long the thread that detects stalls of the process sleeps at a time.
  private static final long WATCH_NANOS = 5_000_000;

  /// How often to check whether the driver cannot open its sessions.
  private static final long OPENING_LOOK_NANOS = 10_000_000;

  /// How often to check whether a worker has failed, or the run was stopped.
  private static final long LOOK_NANOS = 100_000_000;

  /// The remaining part of the schedule at the end.
  private record Rest(long now, SendingRecorder recorder) {}

  private record Start(
      SharedOperationSource source, RunDeadline ending, long measureFrom, LeaderFollower lead) {}

  private final BlockingDriver driver;
  private final SharedOperationSource.Factory sources;
  private final Workload workload;
  private final Pacing pacing;
  private final long warmupNanos;
  private final int count;
  private final boolean virtual;

  private final List<Worker> workers = new ArrayList<>();
  private final List<OperationCounters> tallies = new ArrayList<>();
  private final List<SendingRecorder> recorders = new ArrayList<>();
  private final CountDownLatch opened;
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch ended;
  private final CountDownLatch closed;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final LatencyHistogram cleanup = new LatencyHistogram();
  private @Nullable Recording recording;
  private volatile @Nullable Start start;
  private @Nullable Rest rest;
  private volatile boolean accounted;

  public WorkerSender(
      BlockingDriver driver,
      SharedOperationSource.Factory sources,
      Workload workload,
      Pacing pacing,
      long warmupNanos,
      int count,
      boolean virtual) {
    this.driver = driver;
    this.sources = sources;
    this.workload = workload;
    this.pacing = pacing;
    this.warmupNanos = warmupNanos;
    this.count = count;
    this.virtual = virtual;
    this.opened = new CountDownLatch(count);
    this.ended = new CountDownLatch(count);
    this.closed = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      tallies.add(new OperationCounters(workload.operations()));
    }
  }

  @Override
  public void prepare() throws DriverException, InterruptedException {
    Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
    for (int i = 0; i < count; i++) {
      int number = i;
      Worker worker = new Worker(driver, number);
      workers.add(worker);
      worker.thread(start(builder.name("takt-worker-" + i).unstarted(() -> run(worker, number))));
    }
    awaitOpened();
    switch (failure.get()) {
      case null -> {}
      case DriverException e -> throw e;
      case Throwable e -> throw new IllegalStateException("a worker failed: " + e, e);
    }
  }

  private void awaitOpened() throws DriverException, InterruptedException {
    while (!opened.await(OPENING_LOOK_NANOS, NANOSECONDS)) {
      DriverException problem = driver.openingProblem();
      if (problem != null) {
        throw problem;
      }
    }
  }

  private Thread start(Thread thread) throws DriverException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("stopped");
    }
    try {
      thread.start();
      return thread;
    } catch (OutOfMemoryError e) {
      throw new DriverException(
          "this machine does not give "
              + count
              + " threads to one process, but only "
              + (workers.size() - 1)
              + ": use fewer --workers, or --worker-threads virtual",
          e);
    }
  }

  private void run(Worker worker, int number) {
    boolean isOpen = false;
    try {
      worker.open();
      isOpen = true;
      opened.countDown();
      go.await();
      Start begin = start;
      if (begin != null) {
        SendingRecorder recorder = recorders.get(number);
        recorder.measureFrom(begin.measureFrom);
        if (pacing == Pacing.HYBRID) {
          TimerSlack.none();
        }
        worker.run(
            new Worker.Job(
                begin.source,
                begin.ending,
                workload,
                new WorkerPacer(pacing),
                begin.lead,
                recorder,
                recording().stalls(),
                tallies.get(number)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    } finally {
      // The driver's cleanup is not part of the run, and may take forever.
      opened.countDown();
      ended.countDown();
      long from = System.nanoTime();
      worker.close();
      if (isOpen) {
        synchronized (cleanup) {
          cleanup.record(System.nanoTime() - from);
        }
      }
      closed.countDown();
    }
  }

  @Override
  public void recordInto(Recording into) {
    recording = into;
    for (OperationCounters tally : tallies) {
      SendingRecorder recorder = into.recorder(count, tally, count > 1);
      recorder.makeReady(warmupNanos > 0);
      recorders.add(recorder);
    }
  }

  private Recording recording() {
    return Objects.requireNonNull(recording, "started without a recording");
  }

  @Override
  public void start(long origin, RunDeadline ending) {
    StallLog stalls = recording().stalls();
    SharedOperationSource source = sources.from(origin);
    LeaderFollower lead =
        new LeaderFollower(count, pacing, source.hasSchedule(), i -> workers.get(i).isBusy());
    start = new Start(source, ending, origin + warmupNanos, lead);
    go.countDown();
    long now = System.nanoTime();
    if (now - origin > StallLog.THRESHOLD_NANOS) {
      stalls.add(origin, now); // a late start counts as a stall
    }
    Thread.ofPlatform().name("takt-watch").daemon().start(() -> watch(stalls));
  }

  /// Workers cannot detect that the whole process was stopped, because each of them may as well be
  /// waiting for its target. This thread waits only for the clock.
  private void watch(StallLog stalls) {
    while (ended.getCount() > 0 && !accounted) {
      long wake = System.nanoTime() + WATCH_NANOS;
      LockSupport.parkNanos(WATCH_NANOS);
      long now = System.nanoTime();
      if (now - wake > WATCH_NANOS) {
        stalls.add(wake, now);
      }
    }
  }

  @Override
  public void wake() {
    workers.forEach(Worker::wake);
  }

  @Override
  public boolean awaitEnd(long nanos) throws InterruptedException {
    Start begin = start;
    if (begin == null) {
      throw new IllegalStateException("not started");
    }
    long now = System.nanoTime();
    long from = now;
    long step = Math.min(nanos, LOOK_NANOS);
    while (!ended.await(Math.min(now + step, begin.ending.nextChange(now)) - now, NANOSECONDS)) {
      throwFailure();
      now = System.nanoTime();
      if (begin.ending.isCutOff(now)) {
        break;
      }
      if (now - from >= nanos) {
        return false;
      }
    }
    throwFailure();
    if (!accounted) {
      accounted = accountForMore(begin);
    }
    return accounted;
  }

  private void throwFailure() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("a worker failed: " + cause, cause);
    }
  }

  /// Accounts for operations that no worker has taken, as many as the trace has room for, because
  /// the caller also drains the trace.
  ///
  /// @return whether all are accounted for
  private boolean accountForMore(Start begin) {
    Rest left = rest;
    if (left == null) {
      long now = System.nanoTime();
      workers.forEach(worker -> worker.giveUp(now));
      OperationCounters tally = new OperationCounters(workload.operations());
      tallies.add(tally);
      SendingRecorder recorder = recording().recorder(1, tally, true);
      recorder.measureFrom(begin.measureFrom);
      left = new Rest(now, recorder);
      rest = left;
    }
    long last = Math.min(left.now, begin.ending.lastIntended());
    Work work = new Work();
    while (begin.source.hasSchedule() && left.recorder.hasRoom()) {
      if (!begin.source.take(work) || work.intended > last) {
        return true;
      }
      int operation = begin.source.operationOf(work, workload);
      left.recorder.intended(operation, work.intended);
      left.recorder.neverSent(operation, work.intended, left.now);
    }
    return !begin.source.hasSchedule();
  }

  @Override
  public void abandon() {
    workers.forEach(Worker::interrupt);
  }

  @Override
  public List<OperationCounters> tallies() {
    return tallies;
  }

  @Override
  public long awaitClosed(long nanos) {
    try {
      boolean _ = closed.await(nanos, NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return closed.getCount();
  }

  @Override
  public LatencyHistogram cleanup() {
    synchronized (cleanup) {
      LatencyHistogram copy = new LatencyHistogram();
      copy.add(cleanup);
      return copy;
    }
  }

  /// Workers spend their time in the driver's calls, and it is not known how much of that is work.
  @Override
  public double utilisation(long elapsedNanos) {
    return Double.NaN;
  }
}
