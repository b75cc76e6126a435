package dev.takt.load.engine;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.workload.Workload;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One worker: a session with the target, and the operation that it is busy with.
///
/// When a run is cut off, its worker may be stuck in a call for ever. So whoever ends the run
/// accounts for that call in the worker's place. Which of the two does it is decided by one
/// compare-and-set of the worker's state.
final class Worker {

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Worker.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// Takes, waits for, or accounts for an operation: nothing that takes long once the run is over.
  private static final int FREE = 0;

  /// In a call of the driver, which may never return.
  private static final int BUSY = 1;

  /// The run has ended while the worker was busy: the operation was accounted for by someone else.
  private static final int GIVEN_UP = 2;

  /// All that the worker has taken is accounted for, and it takes no more.
  private static final int DONE = 3;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK_NANOS = 20_000;

  private final BlockingDriver driver;
  private final int number;
  private @Nullable Thread thread;
  private BlockingDriver.@Nullable Session session;

  private volatile int state = FREE;

  // What the worker is busy with: written before the state says BUSY, read by who sets it to
  // GIVEN_UP.
  private int operation;
  private long intended;
  private long started;
  private @Nullable SendingRecorder recorder;

  /// When the last call of the driver was over, since when the worker is free: what it does after
  /// that is the generator's time. The session was there before the schedule began.
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

  /// What a worker is to do, and where it puts what became of it.
  record Job(
      SharedOperationSource source,
      RunDeadline ending,
      Workload workload,
      WorkerPacer pacer,
      LeaderFollower lead,
      SendingRecorder recorder,
      StallLog stalls,
      OperationCounters tally) {}

  /// Does operations until there are no more, or the run is cut off.
  void run(Job job) {
    recorder = job.recorder;
    Work work = new Work();
    IdleTime idle = new IdleTime(1);
    boolean goOn = true;
    while (goOn) {
      job.lead.await(number, job.ending);
      goOn = job.source.take(work) && doNext(work, idle, job);
      if (goOn) {
        leadOrNot(work.intended, job);
      }
    }
    job.lead.leave(number, System.nanoTime());
    STATE.compareAndSet(this, FREE, DONE);
  }

  /// Whether to make the starts of all workers from now on, or no longer.
  private void leadOrNot(long due, Job job) {
    job.pacer.called(ended - started);
    if (!job.lead.isLedBy(number)) {
      if (job.pacer.mayClaimLead()) {
        job.lead.claim(number, due, ended);
      }
    } else if (job.pacer.mayLead()) {
      job.lead.called(number, started, ended);
    } else {
      job.lead.free(ended);
    }
  }

  /// @return false if that was the last one
  private boolean doNext(Work work, IdleTime idle, Job job) {
    int next = job.source.operationOf(work, job.workload);
    prepare(next, work.number);
    boolean leads = job.lead.isLedBy(number);
    if (leads) {
      job.lead.turn(number, job.pacer.wakeFor(work.intended, true));
    }
    long now = job.pacer.await(work.number, work.intended, leads, job.ending);
    boolean scheduled = job.source.hasSchedule();
    if (scheduled ? work.intended > job.ending.lastIntended() : now >= job.ending.sendingEnds()) {
      return false;
    }
    long due = scheduled ? work.intended : now;
    job.recorder.intended(next, due);
    if (job.ending.isCutOff(now)) {
      job.recorder.neverSent(next, due, now);
      return false;
    }
    long spareUntil = job.lead.spareUntil(due);
    job.recorder.sent(due, lateness(due, spareUntil, ended, now, idle, job.stalls));
    job.tally.inFlight(1);
    boolean goOn = execute(next, work.number, due, now, job.recorder);
    job.tally.inFlight(0);
    return goOn;
  }

  /// Whatever is wrong with an operation is met again, and counted, when it is executed.
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

  /// The part of the wait for which the generator has itself to blame: as long as other workers had
  /// nothing to do; then what this one had been idle or the process stalled; and since it was free.
  ///
  /// @param spareUntil until when another worker had nothing to do since it was due
  /// @param freeSince since when this worker was free
  static long lateness(
      long due, long spareUntil, long freeSince, long now, IdleTime idle, StallLog stalls) {
    long sendable = Math.max(due, freeSince);
    long busyFrom = Math.min(spareUntil, sendable);
    long late = busyFrom - due + idle.before(busyFrom, sendable, stalls) + now - sendable;
    idle.sent(due, sendable, now);
    return late;
  }

  /// @return false if the run has ended meanwhile
  private boolean execute(int next, long n, long due, long now, SendingRecorder ownRecorder) {
    operation = next;
    intended = due;
    started = now;
    STATE.setRelease(this, BUSY);
    Outcome outcome = call(next, n);
    ended = System.nanoTime();
    if (!STATE.compareAndSet(this, BUSY, FREE)) {
      return false;
    }
    // An interrupt that the driver has left behind would end all waiting to come.
    boolean _ = Thread.interrupted();
    ownRecorder.ended(next, due, now, ended, outcome);
    return true;
  }

  /// An interrupt says that the run has given the call up. It is not passed on: if it comes from
  /// the driver itself, the next operation has a right to wait.
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

  /// Makes sure, at the end of the run, that all that the worker has taken is accounted for, and
  /// that it accounts for nothing any more. An operation that it is stuck with is accounted for
  /// here.
  ///
  /// @return false if the worker's thread gets no processor to come to its end
  boolean giveUp(long now) {
    long patience = System.nanoTime() + PATIENCE_NANOS;
    while (state == FREE || state == BUSY) {
      if (STATE.compareAndSet(this, BUSY, GIVEN_UP)) {
        if (recorder != null) {
          recorder.unfinished(operation, intended, started, now);
        }
        interrupt();
        return true;
      }
      if (System.nanoTime() - patience > 0) {
        return false;
      }
      wake();
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  /// Whether it is in a call of the driver.
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
        // The session is of no more use either way, and what made it so was counted.
      }
      session = null;
    }
  }
}
