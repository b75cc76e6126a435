package dev.takt.load.engine.worker;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.recording.IdleTime;
import dev.takt.load.engine.recording.OperationCounters;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.engine.recording.SendingRecorder;
import dev.takt.load.engine.recording.StallLog;
import dev.takt.load.workload.Workload;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One worker: a session with the target, and the operation that it is executing.
///
/// When a run is cut off, its worker may be stuck in a call forever. So the thread that ends the
/// run accounts for that call on behalf of the worker. A compare-and-set of the worker's state
/// decides which of the two accounts for it.
public final class Worker {

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Worker.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// Takes, waits for, or accounts for an operation: nothing that takes long once the run has
  /// ended.
  private static final int FREE = 0;

  /// In a call of the driver, which may never return.
  private static final int BUSY = 1;

  /// The run has ended while the worker was busy: another thread has accounted for the operation.
  private static final int ABANDONED = 2;

  /// All operations that the worker has taken are accounted for, and it takes no more.
  private static final int DONE = 3;

  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long POLL_NANOS = 20_000;

  private final BlockingDriver driver;
  private final int number;
  private @Nullable Thread thread;
  private BlockingDriver.@Nullable Session session;

  private volatile int state = FREE;

  // The operation being executed: written before the state becomes BUSY, read by the thread that
  // sets it to ABANDONED.
  private int operation;
  private long operationNumber;
  private long intended;
  private long started;
  private @Nullable SendingRecorder recorder;

  /// When the last call of the driver ended. Since then the worker is free, and the time it takes
  /// is the generator's. The session existed before the schedule began.
  private long ended = Long.MIN_VALUE;

  Worker(BlockingDriver driver, int number) {
    this.driver = driver;
    this.number = number;
  }

  void thread(Thread own) {
    thread = own;
  }

  void open() throws DriverException {
    session = driver.open(number);
  }

  boolean isOpen() {
    return session != null;
  }

  /// What a worker has to do, and where it records the results.
  record Job(
      SharedOperationSource source,
      RunDeadline deadline,
      Workload workload,
      WorkerPacer pacer,
      LeaderFollower leaderFollower,
      SendingRecorder recorder,
      StallLog stalls,
      OperationCounters counters) {}

  /// Executes operations until there are no more, or the run is cut off.
  void run(Job job) {
    recorder = job.recorder;
    Work work = new Work();
    IdleTime idle = new IdleTime(1);
    boolean goOn = true;
    while (goOn) {
      job.leaderFollower.await(number, job.deadline);
      goOn = job.source.take(work) && doNext(work, idle, job);
      if (goOn) {
        updateLeadership(work.intended, job);
      }
    }
    job.leaderFollower.leave(number, System.nanoTime());
    STATE.compareAndSet(this, FREE, DONE);
  }

  /// Decides whether this worker takes the lead, keeps it, or frees it.
  private void updateLeadership(long due, Job job) {
    job.pacer.called(ended - started);
    if (!job.leaderFollower.isLedBy(number)) {
      if (job.pacer.mayClaimLead()) {
        job.leaderFollower.claim(number, due, ended);
      }
    } else if (job.pacer.mayLead()) {
      job.leaderFollower.called(number, started, ended);
    } else {
      job.leaderFollower.free(ended);
    }
  }

  /// @return false if there are no more operations
  private boolean doNext(Work work, IdleTime idle, Job job) {
    int next = job.source.operationOf(work, job.workload);
    prepare(next, work.number);
    boolean leads = job.leaderFollower.isLedBy(number);
    if (leads) {
      job.leaderFollower.turn(number, job.pacer.wakeFor(work.intended, true));
    }
    long now = job.pacer.await(work.number, work.intended, leads, job.deadline);
    boolean scheduled = job.source.hasSchedule();
    if (scheduled
        ? work.intended > job.deadline.lastIntended()
        : now >= job.deadline.sendingEnds()) {
      return false;
    }
    long due = scheduled ? work.intended : now;
    job.recorder.intended(next, due);
    if (job.deadline.isCutOff(now)) {
      job.recorder.neverSent(next, due, now, work.number);
      return false;
    }
    long othersIdleUntil = job.leaderFollower.idleUntil(due);
    job.recorder.sent(due, lateness(due, othersIdleUntil, ended, now, idle, job.stalls));
    job.counters.inFlight(1);
    boolean goOn = execute(next, work.number, due, now, job.recorder);
    job.counters.inFlight(0);
    return goOn;
  }

  /// Ignores exceptions: the same problem occurs again, and is counted, when the operation is
  /// executed.
  private void prepare(int next, long n) {
    BlockingDriver.Session open = session;
    if (open != null) {
      try {
        open.prepare(next, n);
      } catch (RuntimeException e) {
        // See above.
      }
    }
  }

  /// The part of the wait that the generator caused: the time in which other workers were idle,
  /// then the idle and stall time of this worker, and the time since it was free.
  ///
  /// @param othersIdleUntil until when another worker was idle since the operation was due
  /// @param freeSince since when this worker was free
  public static long lateness(
      long due, long othersIdleUntil, long freeSince, long now, IdleTime idle, StallLog stalls) {
    long sendable = Math.max(due, freeSince);
    long busyFrom = Math.min(othersIdleUntil, sendable);
    long late = busyFrom - due + idle.before(busyFrom, sendable, stalls) + now - sendable;
    idle.sent(due, sendable, now);
    return late;
  }

  /// @return false if the run has ended in the meantime
  private boolean execute(int next, long n, long due, long now, SendingRecorder ownRecorder) {
    operation = next;
    operationNumber = n;
    intended = due;
    started = now;
    STATE.setRelease(this, BUSY);
    Outcome outcome = call(next, n);
    ended = System.nanoTime();
    if (!STATE.compareAndSet(this, BUSY, FREE)) {
      return false;
    }
    // A pending interrupt left by the driver would end all later waits.
    boolean _ = Thread.interrupted();
    ownRecorder.ended(next, due, now, ended, outcome, n);
    return true;
  }

  /// An interrupt means that the run has abandoned the call. It is not restored: if the driver
  /// itself caused it, the wait for the next operation must not be affected.
  private Outcome call(int next, long n) {
    try {
      if (session == null) {
        open();
      }
      return session == null ? Outcome.failed("no session") : session.execute(next, n);
    } catch (Exception e) {
      close();
      return Outcome.failedBy(e);
    }
  }

  /// Ensures, at the end of the run, that all operations that the worker has taken are accounted
  /// for, and that the worker accounts for nothing afterwards. If it is stuck in an operation, this
  /// method accounts for that operation.
  ///
  /// @return false if the worker's thread gets no CPU to finish
  boolean abandon(long now) {
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    while (state == FREE || state == BUSY) {
      if (STATE.compareAndSet(this, BUSY, ABANDONED)) {
        if (recorder != null) {
          recorder.unfinished(operation, intended, started, now, operationNumber);
        }
        interrupt();
        return true;
      }
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      wake();
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  /// Whether the worker is in a call of the driver.
  boolean isBusy() {
    return state == BUSY;
  }

  void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }

  void wake() {
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  void close() {
    if (session != null) {
      try {
        session.close();
      } catch (Exception e) {
        // The session is unusable either way, and the failure that made it so was counted.
      }
      session = null;
    }
  }
}
