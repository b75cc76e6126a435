package dev.takt.load.engine;

/// Decides when a loop lets itself be woken for the next intended start. One thread's own.
///
/// A timer wakes a thread some time after the moment it was set for: tens of microseconds, and each
/// such sleep costs the processor about as much. So [Pacing#HYBRID] sets the timer early by the
/// delay that it has lately seen, and spins for what remains; but never for more than a small share
/// of the gap between two starts, so that the spinning costs at most that share of a core.
final class Pacer {

  private static final long SLEEP_GRID_NANOS = 1_000_000;

  /// The greatest head start, however late timers are.
  private static final long LONGEST_SPIN_NANOS = 60_000;

  /// The greatest share of a core that is spent on spinning.
  private static final double SPIN_SHARE = 0.1;

  /// Weight of the newest delay in the running mean, as a power of two.
  private static final int SMOOTHING_BITS = 4;

  private final Pacing pacing;
  private final long origin;
  private long usualDelay = 30_000;
  private long usualGap = 1_000_000;
  private long lastDue;

  Pacer(Pacing pacing, long origin) {
    this.pacing = pacing;
    this.origin = origin;
    this.lastDue = origin;
  }

  /// When to be woken for an operation that is due at `due`.
  long wakeFor(long due, long now) {
    return switch (pacing) {
      case SPIN -> now;
      case SLEEP -> origin + Math.ceilDiv(due - origin, SLEEP_GRID_NANOS) * SLEEP_GRID_NANOS;
      case HYBRID -> {
        long wake = due - headStart(due);
        yield Math.max(wake, now);
      }
    };
  }

  private long headStart(long due) {
    if (due != lastDue) {
      usualGap += (due - lastDue - usualGap) >> SMOOTHING_BITS;
      lastDue = due;
    }
    return Math.min(Math.min(usualDelay, LONGEST_SPIN_NANOS), (long) (usualGap * SPIN_SHARE));
  }

  /// The loop was to be woken at `wake` and runs at `now`.
  void woke(long wake, long now) {
    long delay = now - wake;
    if (delay > 0 && delay < StallLog.THRESHOLD_NANOS) {
      usualDelay += (delay - usualDelay) >> SMOOTHING_BITS;
    }
  }
}
