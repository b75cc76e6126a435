package dev.takt.watch.observer;

/// Detects a sustained excess: a limit that was exceeded in two consecutive windows of a second. A
/// short peak, such as at the start of a run, does not count. Not thread-safe.
public final class SustainedThreshold {

  private static final long WINDOW_NANOS = 1_000_000_000;
  private static final int MIN_WINDOWS = 2;

  private long windowBegin;
  private int consecutive;

  /// @param now the begin of the first window, on the monotonic clock
  public SustainedThreshold(long now) {
    windowBegin = now;
  }

  /// Ends the current window if it has lasted for a second, and begins the next one.
  ///
  /// @return the length of the window that ended, in nanoseconds; 0 if none has
  public long pollWindowNanos(long now) {
    long elapsed = now - windowBegin;
    if (elapsed < WINDOW_NANOS) {
      return 0;
    }
    windowBegin = now;
    return elapsed;
  }

  /// Records whether the window that ended was over the limit.
  ///
  /// @return whether the excess is sustained
  public boolean record(boolean isTooMuch) {
    consecutive = isTooMuch ? consecutive + 1 : 0;
    return consecutive >= MIN_WINDOWS;
  }
}
