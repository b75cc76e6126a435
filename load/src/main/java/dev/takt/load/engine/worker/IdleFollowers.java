package dev.takt.load.engine.worker;

/// The last time in which at least one worker had nothing to do because another one led.
///
/// Thread-safe. Only the last such time is kept. A time that begins soon after the previous one
/// ended is merged with it, because operations from the previous one may still be waiting.
final class IdleFollowers {

  private final long soon;
  private int count;
  private volatile long since = Long.MAX_VALUE;
  private volatile long until = Long.MIN_VALUE;

  /// @param soon the longest gap over which two times are merged, in nanoseconds
  IdleFollowers(long soon) {
    this.soon = soon;
  }

  /// A worker becomes idle.
  synchronized void becomesIdle(long now) {
    if (count++ == 0) {
      if (since == Long.MAX_VALUE || now - soon > until) {
        since = now;
      }
      until = Long.MAX_VALUE;
    }
  }

  /// A worker is busy again.
  synchronized void becomesBusy(long now) {
    if (--count == 0) {
      until = now;
    }
  }

  /// Until when some worker was idle since `moment`: `moment` itself if none was, [Long#MAX_VALUE]
  /// if one still is.
  long until(long moment) {
    long end = until;
    return moment >= since && moment < end ? end : moment;
  }
}
