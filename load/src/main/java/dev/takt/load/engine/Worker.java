package dev.takt.load.engine;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.workload.Workload;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One worker: a session with the target, and the operation that it is busy with.
final class Worker {

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Worker.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int FREE = 0;
  private static final int BUSY = 1;

  /// The run has ended while the worker was busy: the operation was accounted for by someone else.
  private static final int GIVEN_UP = 2;

  private final BlockingDriver driver;
  private final int number;
  private @Nullable Thread thread;
  private BlockingDriver.@Nullable Session session;

  @SuppressWarnings("unused") // through STATE
  private volatile int state = FREE;

  // What the worker is busy with: written before the state says BUSY, read by who sets it to
  // GIVEN_UP.
  private int operation;
  private long intended;
  private long started;
  private @Nullable SendingRecorder recorder;

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

  /// Does operations until there are no more, or the run is cut off.
  void run(
      WorkSource source,
      Ending ending,
      Workload workload,
      WorkerPacer pacer,
      SendingRecorder ownRecorder,
      StallLog stalls,
      Tally tally) {
    recorder = ownRecorder;
    Work work = new Work();
    while (source.take(work)) {
      long taken = System.nanoTime();
      long now = pacer.await(work.intended, ending);
      if (ending.isCutOff(now) || (now >= ending.sendingEnds() && !source.hasSchedule())) {
        leave(source, work, workload, ending, now);
        return;
      }
      if (work.intended > ending.lastIntended()) {
        return;
      }
      int next = source.operationOf(work, workload);
      long due = source.hasSchedule() ? work.intended : now;
      ownRecorder.intended(next, due);
      ownRecorder.sent(due, lateness(due, taken, now, stalls));
      tally.inFlight(1);
      boolean goOn = execute(next, work.number, due, now, ownRecorder);
      tally.inFlight(0);
      if (!goOn) {
        return;
      }
    }
  }

  /// The run was cut off before this operation, which had been due, could be sent.
  private void leave(WorkSource source, Work work, Workload workload, Ending ending, long now) {
    if (recorder != null
        && source.hasSchedule()
        && work.intended <= Math.min(now, ending.lastIntended())) {
      int next = source.operationOf(work, workload);
      recorder.intended(next, work.intended);
      recorder.neverSent(next, work.intended, now);
    }
  }

  private static long lateness(long due, long taken, long now, StallLog stalls) {
    long sendable = Math.max(due, taken);
    long late = now - sendable;
    return sendable - due > StallLog.THRESHOLD_NANOS ? late + stalls.overlap(due, sendable) : late;
  }

  /// @return false if the run has ended meanwhile
  private boolean execute(int next, long n, long due, long now, SendingRecorder ownRecorder) {
    operation = next;
    intended = due;
    started = now;
    STATE.setRelease(this, BUSY);
    Outcome outcome = call(next, n);
    long end = System.nanoTime();
    if (!STATE.compareAndSet(this, BUSY, FREE)) {
      return false;
    }
    ownRecorder.ended(next, due, now, end, outcome);
    return true;
  }

  private Outcome call(int next, long n) {
    try {
      if (session == null) {
        open();
      }
      return session == null ? Outcome.failed("no session") : session.execute(next, n);
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      close();
      return Outcome.failed(labelOf(e));
    }
  }

  private static String labelOf(Exception e) {
    String message = e.getMessage();
    String label =
        message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse("");
    return label.length() <= 120 ? label : label.substring(0, 119) + "…";
  }

  /// Accounts for the operation that the worker is stuck with, if it is, and lets it go.
  void giveUp(long now) {
    if (STATE.compareAndSet(this, BUSY, GIVEN_UP) && recorder != null) {
      recorder.unfinished(operation, intended, started, now);
      interrupt();
    }
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
