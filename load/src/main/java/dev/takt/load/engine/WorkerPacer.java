package dev.takt.load.engine;

import java.util.concurrent.locks.LockSupport;

/// How a worker waits for an intended start. One thread's own.
///
/// To park a thread until a moment costs the processor some 10 to 30 µs on a virtual machine,
/// timer, idle processor and wake-up together, and the thread then runs some tens of microseconds
/// late. So [Pacing#HYBRID] wakes early, by as much as timers have lately been late, and spins, as
/// long as all workers together do not spin for more than a core. Where starts are closer than
/// that, nobody spins; and where those of one worker are closer than a parking is worth, they are
/// made on a grid of time. [Pacing#SLEEP] never spins, and has a coarse grid. Being late for the
/// sake of a grid is lateness, and reported as such.
final class WorkerPacer {

  /// Starts of all workers that are closer together than this are not worth spinning for.
  private static final long MIN_GAP_NANOS = 60_000;

  /// The greatest head start, however late timers are.
  private static final long MAX_SPIN_NANOS = 200_000;

  private static final long SLEEP_GRID_NANOS = 1_000_000;

  /// Starts of one worker that are closer together than this are made on the dense grid.
  private static final long DENSE_GAP_NANOS = 150_000;

  private static final long DENSE_GRID_NANOS = 200_000;

  /// The greatest share of its time that one who leads may spend in calls, as a divisor; and that
  /// with which it may begin to.
  private static final int LEADING_SHARE = 4;

  private static final int CLAIMING_SHARE = 8;

  /// Weight of the newest value in the running mean, as a power of two.
  private static final int SMOOTHING_BITS = 4;

  private final Pacing pacing;

  /// Between two starts of the schedule, whoever makes them.
  private long usualGap = SLEEP_GRID_NANOS;

  /// Between two starts of this worker.
  private long usualOwnGap = SLEEP_GRID_NANOS;

  /// How late timers are, and how far from it they mostly are: Jacobson's estimators of a mean and
  /// its deviation (Congestion Avoidance and Control, 1988).
  private long usualDelay = 40_000;

  private long usualDeviation = 10_000;

  /// How long a call of the target takes: more than any gap until something is known of it.
  private long usualCall = SLEEP_GRID_NANOS;

  private long lastNumber = -1;
  private long lastDue;

  WorkerPacer(Pacing pacing) {
    this.pacing = pacing;
  }

  /// Returns at `due` or soon after, or earlier if the run is stopped or cut off before it.
  ///
  /// @param number of the operation in the schedule
  /// @param leads whether this worker makes the starts of all
  /// @return the present moment
  long await(long number, long due, boolean leads, RunDeadline ending) {
    long now = System.nanoTime();
    learn(number, due);
    long wake = wakeFor(due, leads);
    while (now < wake && due <= ending.lastIntended() && !ending.isCutOff(now)) {
      pause(now, wake);
      now = System.nanoTime();
    }
    return now;
  }

  /// An operation of the schedule is this worker's.
  void learn(long number, long due) {
    if (lastNumber >= 0 && number > lastNumber) {
      long own = due - lastDue;
      usualOwnGap += (own - usualOwnGap) >> SMOOTHING_BITS;
      usualGap += (own / (number - lastNumber) - usualGap) >> SMOOTHING_BITS;
    }
    lastNumber = number;
    lastDue = due;
  }

  /// A call of the target has ended. One that took very long counts as one that took twice the time
  /// between two starts: what is rare is not usual.
  void called(long nanos) {
    usualCall += (Math.min(nanos, 2 * usualGap) - usualCall) >> SMOOTHING_BITS;
  }

  /// Whether starts are so dense and calls so short that one worker does well to make all starts.
  boolean mayClaimLead() {
    return isDense() && usualCall <= usualGap / CLAIMING_SHARE;
  }

  /// Whether one who does should go on.
  boolean mayLead() {
    return isDense() && usualCall <= usualGap / LEADING_SHARE;
  }

  /// Whether the starts of all workers together are made on a grid of time, if one makes them all.
  private boolean isDense() {
    return switch (pacing) {
      case SPIN -> false;
      case HYBRID -> !maySpin();
      case SLEEP -> usualGap < SLEEP_GRID_NANOS;
    };
  }

  /// The grid of time on which dense starts are made.
  static long denseGrid(Pacing pacing) {
    return pacing == Pacing.SLEEP ? SLEEP_GRID_NANOS : DENSE_GRID_NANOS;
  }

  /// When to go on with what is due at `due`.
  ///
  /// @param leads whether this worker makes the starts of all
  long wakeFor(long due, boolean leads) {
    long grid = grid(leads);
    return grid == 0 ? due : Math.ceilDiv(due, grid) * grid;
  }

  /// The grid of time on which starts are made; 0 for none.
  private long grid(boolean leads) {
    long gap = leads ? usualGap : usualOwnGap;
    return switch (pacing) {
      case SPIN -> 0;
      case HYBRID -> !maySpin() && gap < DENSE_GAP_NANOS ? DENSE_GRID_NANOS : 0;
      case SLEEP -> gap < SLEEP_GRID_NANOS ? SLEEP_GRID_NANOS : 0;
    };
  }

  /// Whether all workers together can spin before each start without taking more than a core.
  private boolean maySpin() {
    return usualGap >= Math.max(MIN_GAP_NANOS, headStart());
  }

  /// For when to set the timer of what is to go on at `wake`. How late timers are is also learnt
  /// where nobody spins because of it: else that would stay so when they are good again.
  private long timerFor(long wake) {
    return maySpin() ? wake - headStart() : wake;
  }

  /// How long before a start to wake for it.
  long headStart() {
    return Math.min(usualDelay + 2 * usualDeviation, MAX_SPIN_NANOS);
  }

  private void pause(long now, long wake) {
    switch (pacing) {
      case SLEEP -> LockSupport.parkNanos(wake - now);
      case HYBRID -> {
        long timer = timerFor(wake);
        if (now < timer) {
          LockSupport.parkNanos(timer - now);
          woke(timer, System.nanoTime());
        } else {
          spin();
        }
      }
      case SPIN -> spin();
    }
  }

  /// A timer that was set for `timer` has woken the worker at `now`. Other causes wake it earlier;
  /// and what stopped it for long was not the timer.
  void woke(long timer, long now) {
    long delay = now - timer;
    if (delay > 0 && delay < StallLog.THRESHOLD_NANOS) {
      usualDeviation += (Math.abs(delay - usualDelay) - usualDeviation) >> SMOOTHING_BITS;
      usualDelay += (delay - usualDelay) >> SMOOTHING_BITS;
    }
  }

  /// A virtual thread that spins keeps its carrier from all others unless it yields.
  private static void spin() {
    if (Thread.currentThread().isVirtual()) {
      Thread.yield();
    } else {
      Thread.onSpinWait();
    }
  }
}
