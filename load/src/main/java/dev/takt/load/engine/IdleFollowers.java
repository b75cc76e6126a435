package dev.takt.load.engine;

/// When at least one worker had nothing to do because another one led.
///
/// Thread-safe. Only the last such time is remembered; one that follows soon after another is taken
/// for the same: operations of that may still be waiting.
final class IdleFollowers {

  private final long soon;
  private int count;
  private volatile long since = Long.MAX_VALUE;
  private volatile long until = Long.MIN_VALUE;

  /// @param soon in nanoseconds
  IdleFollowers(long soon) {
    this.soon = soon;
  }

  /// From now on a worker has nothing to do.
  synchronized void comes(long now) {
    if (count++ == 0) {
      if (since == Long.MAX_VALUE || now - soon > until) {
        since = now;
      }
      until = Long.MAX_VALUE;
    }
  }

  /// A worker goes to work again.
  synchronized void goes(long now) {
    if (--count == 0) {
      until = now;
    }
  }

  /// Until when somebody had nothing to do since `moment`: that moment itself if nobody had, the
  /// end of time if somebody still has.
  long until(long moment) {
    long end = until;
    return moment >= since && moment < end ? end : moment;
  }
}
