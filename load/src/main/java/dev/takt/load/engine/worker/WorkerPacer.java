package dev.takt.load.engine.worker;

import dev.takt.load.config.Pacing;
import dev.takt.load.engine.recording.RunDeadline;
import dev.takt.load.engine.recording.StallLog;
import java.util.concurrent.locks.LockSupport;

/// How a worker waits for an intended start. Confined to one thread.
///
/// Parking a thread until a moment costs some 10 to 30 µs of CPU time on a virtual machine, for
/// timer, idle CPU and wake-up together, and the thread then runs some tens of microseconds late.
/// So [Pacing#HYBRID] wakes early, by as much as timers have recently been late, and spins, as long
/// as all workers together do not use more than one core for that. If starts are closer together,
/// no worker spins. If the starts of one worker are so close that parking does not pay off, they
/// are made on a time grid. [Pacing#SLEEP] never spins, and has a coarse grid. The delay that a
/// grid causes is lateness, and is reported as such.
final class WorkerPacer {

  /// If the starts of all workers are closer together than this, spinning for them does not pay
  /// off.
  private static final long MIN_GAP_NANOS = 60_000;

  /// The longest time to wake early, however late timers are.
  private static final long MAX_SPIN_NANOS = 200_000;

  private static final long SLEEP_GRID_NANOS = 1_000_000;

  /// If the starts of one worker are closer together than this, they are made on the dense grid.
  private static final long DENSE_GAP_NANOS = 150_000;

  private static final long DENSE_GRID_NANOS = 200_000;

  /// The greatest share of its time that a leader may spend in calls, and the greatest share with
  /// which a worker may take the lead, both as divisors.
  private static final int LEADING_SHARE = 4;

  private static final int CLAIMING_SHARE = 8;

  /// Weight of the newest value in the running mean, as a power of two.
  private static final int SMOOTHING_BITS = 4;

  private final Pacing pacing;

  /// Between two starts of the schedule, on any worker.
  private long meanGapNanos = SLEEP_GRID_NANOS;

  /// Between two starts of this worker.
  private long meanOwnGapNanos = SLEEP_GRID_NANOS;

  /// The mean lateness of timers and its mean deviation: Jacobson's estimators (Congestion
  /// Avoidance and Control, 1988).
  private long meanTimerDelayNanos = 40_000;

  private long meanTimerDeviationNanos = 10_000;

  /// How long a call of the target takes. The initial value is longer than any gap.
  private long meanCallNanos = SLEEP_GRID_NANOS;

  private long lastNumber = -1;
  private long lastDue;

  WorkerPacer(Pacing pacing) {
    this.pacing = pacing;
  }

  /// Returns at `due` or soon after, or earlier if the run is stopped or cut off before it.
  ///
  /// @param number of the operation in the schedule
  /// @param leads whether this worker makes the starts of all workers
  /// @return the current time
  long await(long number, long due, boolean leads, RunDeadline deadline) {
    long now = System.nanoTime();
    updateMeanGaps(number, due);
    long wake = wakeFor(due, leads);
    while (now < wake && due <= deadline.lastIntended() && !deadline.isCutOff(now)) {
      pause(now, wake);
      now = System.nanoTime();
    }
    return now;
  }

  /// This worker has taken an operation of the schedule. Updates the mean gaps.
  void updateMeanGaps(long number, long due) {
    if (lastNumber >= 0 && number > lastNumber) {
      long own = due - lastDue;
      meanOwnGapNanos += (own - meanOwnGapNanos) >> SMOOTHING_BITS;
      meanGapNanos += (own / (number - lastNumber) - meanGapNanos) >> SMOOTHING_BITS;
    }
    lastNumber = number;
    lastDue = due;
  }

  /// A call of the target has ended. The time is capped at twice the gap between two starts, so
  /// that a rare long call does not distort the mean.
  void called(long nanos) {
    meanCallNanos += (Math.min(nanos, 2 * meanGapNanos) - meanCallNanos) >> SMOOTHING_BITS;
  }

  /// Whether starts are so dense and calls so short that one worker should make all starts.
  boolean mayClaimLead() {
    return isDense() && meanCallNanos <= meanGapNanos / CLAIMING_SHARE;
  }

  /// Whether a leader should keep the lead.
  boolean mayLead() {
    return isDense() && meanCallNanos <= meanGapNanos / LEADING_SHARE;
  }

  /// Whether the starts of all workers together are made on a time grid, if one worker makes them
  /// all.
  private boolean isDense() {
    return switch (pacing) {
      case SPIN -> false;
      case HYBRID -> !maySpin();
      case SLEEP -> meanGapNanos < SLEEP_GRID_NANOS;
    };
  }

  /// The step of the time grid on which dense starts are made.
  static long denseGrid(Pacing pacing) {
    return pacing == Pacing.SLEEP ? SLEEP_GRID_NANOS : DENSE_GRID_NANOS;
  }

  /// When to continue with an operation that is due at `due`.
  ///
  /// @param leads whether this worker makes the starts of all workers
  long wakeFor(long due, boolean leads) {
    long grid = grid(leads);
    return grid == 0 ? due : Math.ceilDiv(due, grid) * grid;
  }

  /// The step of the time grid on which starts are made; 0 for none.
  private long grid(boolean leads) {
    long gap = leads ? meanGapNanos : meanOwnGapNanos;
    return switch (pacing) {
      case SPIN -> 0;
      case HYBRID -> !maySpin() && gap < DENSE_GAP_NANOS ? DENSE_GRID_NANOS : 0;
      case SLEEP -> gap < SLEEP_GRID_NANOS ? SLEEP_GRID_NANOS : 0;
    };
  }

  /// Whether all workers together can spin before each start without using more than one core.
  private boolean maySpin() {
    return meanGapNanos >= Math.max(MIN_GAP_NANOS, headStart());
  }

  /// The moment to set the timer for, in order to continue at `wake`. The lateness of timers is
  /// also measured while no worker spins because of it. Otherwise the pacer would not notice that
  /// timers are good again.
  private long timerFor(long wake) {
    return maySpin() ? wake - headStart() : wake;
  }

  /// How long before a start to wake up.
  long headStart() {
    return Math.min(meanTimerDelayNanos + 2 * meanTimerDeviationNanos, MAX_SPIN_NANOS);
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

  /// A timer that was set for `timer` has woken the worker at `now`. A wake-up before `timer` has
  /// another cause, and a long delay is a stall, so neither is counted.
  void woke(long timer, long now) {
    long delay = now - timer;
    if (delay > 0 && delay < StallLog.THRESHOLD_NANOS) {
      meanTimerDeviationNanos +=
          (Math.abs(delay - meanTimerDelayNanos) - meanTimerDeviationNanos) >> SMOOTHING_BITS;
      meanTimerDelayNanos += (delay - meanTimerDelayNanos) >> SMOOTHING_BITS;
    }
  }

  /// A virtual thread that spins blocks its carrier for all others unless it yields.
  private static void spin() {
    if (Thread.currentThread().isVirtual()) {
      Thread.yield();
    } else {
      Thread.onSpinWait();
    }
  }
}
