package dev.takt.watch.observer;

/// Tells what is too much from what is so for a moment only, such as at the start of a run: it is
/// if it was in two windows of a second, one after the other. For one thread.
public final class LastingExcess {

  private static final long WINDOW_NANOS = 1_000_000_000;
  private static final int PATIENCE = 2;

  private long windowBegin;
  private int exceeded;

  /// @param now when the first window begins, on the monotonic clock
  public LastingExcess(long now) {
    windowBegin = now;
  }

  /// How long the present window has lasted, in nanoseconds, if it is over: then another begins. 0
  /// if it is not.
  public long windowOver(long now) {
    long elapsed = now - windowBegin;
    if (elapsed < WINDOW_NANOS) {
      return 0;
    }
    windowBegin = now;
    return elapsed;
  }

  /// Takes what a window that is over was like.
  ///
  /// @return whether it has lasted
  public boolean add(boolean isTooMuch) {
    exceeded = isTooMuch ? exceeded + 1 : 0;
    return exceeded >= PATIENCE;
  }
}
