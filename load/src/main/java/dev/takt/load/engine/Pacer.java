package dev.takt.load.engine;

/// Decides when a loop lets itself be woken for the next intended start, and what it may send when
/// it is awake. One thread's own.
///
/// A timer wakes a thread some time after the moment it was set for: tens of microseconds, and each
/// such sleep costs the processor about as much. So [Pacing#HYBRID] sets the timer early by the
/// delay that it has lately seen, and spins for what remains; but never for more than a small share
/// of the gap between two starts, so that the spinning costs at most that share of a core. Where
/// starts are closer together than a sleep is worth, they are sent in small groups, on a grid of
/// time; [Pacing#SLEEP] does that always, on a coarse one. Being sent late for the sake of the grid
/// is lateness, and reported as such.
final class Pacer {

  private static final long SLEEP_GRID_NANOS = 1_000_000;

  /// Starts that are closer together than this are sent in groups.
  private static final long DENSE_GAP_NANOS = 50_000;

  private static final long DENSE_GRID_NANOS = 60_000;

  /// The greatest head start, however late timers are.
  private static final long MAX_SPIN_NANOS = 60_000;

  /// The greatest share of a core that is spent on spinning.
  private static final double SPIN_SHARE = 0.05;

  /// Weight of the newest value in a running mean, as a power of two.
  private static final int SMOOTHING_BITS = 4;

  private final Pacing pacing;
  private final long origin;
  private long usualDelay = 30_000;
  private long usualGap = SLEEP_GRID_NANOS;
  private long lastDue;
  private long horizon;

  Pacer(Pacing pacing, long origin) {
    this.pacing = pacing;
    this.origin = origin;
    this.lastDue = origin;
    this.horizon = origin - 1;
  }

  /// An operation that was due at `due` is sent.
  void sends(long due) {
    usualGap += (due - lastDue - usualGap) >> SMOOTHING_BITS;
    lastDue = due;
  }

  /// Operations due up to this moment may be sent at `now`: on a grid, those that were due when its
  /// last line was crossed.
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

  /// The grid of time on which operations are sent; 0 for none.
  private long grid() {
    return switch (pacing) {
      case SPIN -> 0;
      case HYBRID -> usualGap < DENSE_GAP_NANOS ? DENSE_GRID_NANOS : 0;
      case SLEEP -> SLEEP_GRID_NANOS;
    };
  }

  private long headStart() {
    return Math.min(Math.min(usualDelay, MAX_SPIN_NANOS), (long) (usualGap * SPIN_SHARE));
  }

  /// The loop was to be woken at `wake` and runs at `now`.
  void woke(long wake, long now) {
    long delay = now - wake;
    if (delay > 0 && delay < StallLog.THRESHOLD_NANOS) {
      usualDelay += (delay - usualDelay) >> SMOOTHING_BITS;
    }
  }
}
