package dev.takt.load.engine.loop;

import dev.takt.load.config.Pacing;
import dev.takt.load.engine.recording.StallLog;

/// Decides when a loop wakes for the next intended start, and which operations it may send when it
/// is awake. Confined to one thread.
///
/// A timer wakes a thread tens of microseconds after the moment it was set for, and each such sleep
/// costs about as much CPU time. So [Pacing#HYBRID] sets the timer early by the delay seen
/// recently, and spins for the rest. It never spins for more than a small share of the gap between
/// two starts, so spinning costs at most that share of a core. If starts are too close together for
/// a sleep to pay off, they are sent in small groups, on a time grid. [Pacing#SLEEP] always uses a
/// grid, and a coarse one. The delay that a grid causes is lateness, and is reported as such.
public final class Pacer {

  private static final long SLEEP_GRID_NANOS = 1_000_000;

  /// Starts that are closer together than this are sent in groups.
  private static final long DENSE_GAP_NANOS = 50_000;

  private static final long DENSE_GRID_NANOS = 60_000;

  /// The longest time to wake early, however late timers are.
  private static final long MAX_SPIN_NANOS = 60_000;

  /// The greatest share of a core that spinning may use.
  private static final double SPIN_SHARE = 0.05;

  /// Weight of the newest value in a running mean, as a power of two.
  private static final int SMOOTHING_BITS = 4;

  private final Pacing pacing;
  private final long origin;
  private long meanTimerDelayNanos = 30_000;
  private long meanGapNanos = SLEEP_GRID_NANOS;
  private long lastDue;
  private long horizon;

  public Pacer(Pacing pacing, long origin) {
    this.pacing = pacing;
    this.origin = origin;
    this.lastDue = origin;
    this.horizon = origin - 1;
  }

  /// An operation that was due at `due` is sent. One that was due before the last one has waited
  /// for a connection, and says nothing about the time between starts.
  void operationSent(long due) {
    if (due < lastDue) {
      return;
    }
    meanGapNanos += (due - lastDue - meanGapNanos) >> SMOOTHING_BITS;
    lastDue = due;
  }

  /// Operations due up to this moment may be sent at `now`. On a grid, those are the operations
  /// that were due when the last grid point was passed.
  long horizon(long now) {
    long grid = grid();
    if (grid == 0 || Math.floorDiv(now - origin, grid) > Math.floorDiv(horizon - origin, grid)) {
      horizon = now;
    }
    return horizon;
  }

  /// When to be woken for an operation that is due at `due`.
  long wakeFor(long due, long now) {
    if (pacing == Pacing.SPIN) {
      return now;
    }
    long grid = grid();
    return grid == 0
        ? Math.max(now, due - headStart())
        : origin + Math.ceilDiv(due - origin, grid) * grid;
  }

  /// The step of the time grid on which operations are sent; 0 for none.
  private long grid() {
    return switch (pacing) {
      case SPIN -> 0;
      case HYBRID -> meanGapNanos < DENSE_GAP_NANOS ? DENSE_GRID_NANOS : 0;
      case SLEEP -> SLEEP_GRID_NANOS;
    };
  }

  private long headStart() {
    return Math.min(
        Math.min(meanTimerDelayNanos, MAX_SPIN_NANOS), (long) (meanGapNanos * SPIN_SHARE));
  }

  /// The loop was to be woken at `wake` and runs at `now`.
  void woke(long wake, long now) {
    long delay = now - wake;
    if (delay > 0 && delay < StallLog.THRESHOLD_NANOS) {
      meanTimerDelayNanos += (delay - meanTimerDelayNanos) >> SMOOTHING_BITS;
    }
  }
}
