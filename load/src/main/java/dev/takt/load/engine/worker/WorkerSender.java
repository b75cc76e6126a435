package dev.takt.load.engine.worker;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.takt.load.config.Pacing;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.engine.recording.SendingRecorder;
import dev.takt.load.engine.recording.SendingThreads;
import dev.takt.load.engine.recording.StallLog;
import dev.takt.load.wire.TimerSlack;
import dev.takt.load.workload.Workload;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.ThreadRole;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Sends with workers: threads that block in the driver's calls and take the next operation of one
/// common schedule, so a stuck worker does not delay the operations of other workers.
public final class WorkerSender extends SendingThreads {

  /// How long the thread that detects stalls of the process sleeps at a time.
  private static final long STALL_CHECK_NANOS = 5_000_000;

  /// How often to check whether a worker has failed, or the run was stopped.
  private static final long POLL_NANOS = 100_000_000;

  /// The remaining part of the schedule at the end.
  private record UnsentRemainder(long now, SendingRecorder recorder) {}

  private record Start(
      SharedOperationSource source,
      RunDeadline deadline,
      long origin,
      LeaderFollower leaderFollower) {}

  private final BlockingDriver driver;
  private final SharedOperationSource.Factory sources;
  private final Pacing pacing;
  private final boolean virtual;

  private final List<Worker> workers;
  private final CountDownLatch closed;
  private final LatencyHistogram cleanup = new LatencyHistogram();
  private volatile @Nullable Start start;
  private @Nullable UnsentRemainder rest;
  private volatile boolean accounted;

  public WorkerSender(
      BlockingDriver driver,
      SharedOperationSource.Factory sources,
      Workload workload,
      Pacing pacing,
      long warmupNanos,
      int count,
      boolean virtual) {
    super(workload, count, warmupNanos, count > 1);
    this.driver = driver;
    this.sources = sources;
    this.pacing = pacing;
    this.virtual = virtual;
    this.closed = new CountDownLatch(count);
    this.workers = IntStream.range(0, count).mapToObj(i -> new Worker(driver, i)).toList();
  }

  @Override
  protected void startThread(int number) throws DriverException, InterruptedException {
    Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
    Thread thread = builder.name(ThreadRole.WORKER.threadName(number)).unstarted(() -> run(number));
    workers.get(number).thread(thread);
    start(thread, number);
  }

  @Override
  protected @Nullable DriverException openingProblem() {
    return driver.openingProblem();
  }

  private void start(Thread thread, int number) throws DriverException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("stopped");
    }
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      throw new DriverException(
          "this machine does not give "
              + count()
              + " threads to one process, but only "
              + number
              + ": use fewer --workers, or --worker-threads virtual",
          e);
    }
  }

  @Override
  protected void work(int number) throws DriverException, InterruptedException {
    Worker worker = workers.get(number);
    worker.open();
    if (pacing == Pacing.HYBRID) {
      // The first call in a JVM links the system call, which can take a second on a busy machine.
      TimerSlack.none();
    }
    awaitStart();
    Start begin = start;
    if (begin != null) {
      worker.run(
          new Worker.Job(
              begin.source,
              begin.deadline,
              workload(),
              new WorkerPacer(pacing),
              begin.leaderFollower,
              recorder(number, begin.origin),
              stalls(),
              counters(number)));
    }
  }

  /// Closes the worker's session with the target.
  @Override
  protected void afterwards(int number) {
    Worker worker = workers.get(number);
    boolean isOpen = worker.isOpen();
    long from = System.nanoTime();
    worker.close();
    if (isOpen) {
      synchronized (cleanup) {
        cleanup.record(System.nanoTime() - from);
      }
    }
    closed.countDown();
  }

  @Override
  public void start(long origin, RunDeadline deadline) {
    StallLog stalls = stalls();
    SharedOperationSource source = sources.from(origin);
    LeaderFollower lead =
        new LeaderFollower(count(), pacing, source.hasSchedule(), i -> workers.get(i).isBusy());
    start = new Start(source, deadline, origin, lead);
    go();
    long now = System.nanoTime();
    if (now - origin > StallLog.THRESHOLD_NANOS) {
      stalls.add(origin, now); // a late start counts as a stall
    }
    Thread.ofPlatform().name("takt-watch").daemon().start(() -> watch(stalls));
  }

  /// Workers cannot detect that the whole process was stopped, because each of them may as well be
  /// waiting for its target. This thread waits only for the clock.
  private void watch(StallLog stalls) {
    while (!haveEnded() && !accounted) {
      long wake = System.nanoTime() + STALL_CHECK_NANOS;
      LockSupport.parkNanos(STALL_CHECK_NANOS);
      long now = System.nanoTime();
      if (now - wake > STALL_CHECK_NANOS) {
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
    long step = Math.min(nanos, POLL_NANOS);
    while (!awaitThreads(Math.min(now + step, begin.deadline.nextChange(now)) - now)) {
      now = System.nanoTime();
      if (begin.deadline.isCutOff(now)) {
        break;
      }
      if (now - from >= nanos) {
        return false;
      }
    }
    if (!accounted) {
      accounted = recordUnsentBatch(begin);
    }
    return accounted;
  }

  /// Accounts for operations that no worker has taken, as many as the trace has room for, because
  /// the caller also drains the trace.
  ///
  /// @return whether all are accounted for
  private boolean recordUnsentBatch(Start begin) {
    UnsentRemainder left = rest;
    if (left == null) {
      long now = System.nanoTime();
      workers.forEach(worker -> worker.abandon(now));
      left = new UnsentRemainder(now, anotherRecorder(begin.origin));
      rest = left;
    }
    long last = Math.min(left.now, begin.deadline.lastIntended());
    Work work = new Work();
    while (begin.source.hasSchedule() && left.recorder.hasRoom()) {
      if (!begin.source.take(work) || work.intended > last) {
        return true;
      }
      int operation = begin.source.operationOf(work, workload());
      left.recorder.intended(operation, work.intended);
      left.recorder.neverSent(operation, work.intended, left.now, work.number);
    }
    return !begin.source.hasSchedule();
  }

  @Override
  public void abandon() {
    workers.forEach(Worker::interrupt);
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
