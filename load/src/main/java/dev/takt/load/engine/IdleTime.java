package dev.takt.load.engine;

/// When a worker last waited for a start. What came due meanwhile could have been started as well,
/// so that time is lateness, although the worker had other operations to do in between.
///
/// One thread's own.
final class IdleTime {

  private long from = Long.MIN_VALUE;
  private long until = Long.MIN_VALUE;

  /// The worker has been free since `freeSince`, and starts at `now` what was due at `due`. To be
  /// asked of all operations of the worker, in the order in which they are due.
  ///
  /// @return how long the worker was idle, before it was last busy, while the operation was due
  long before(long due, long freeSince, long now) {
    if (due > until) {
      from = freeSince;
      until = now;
      return 0;
    }
    return Math.max(0, Math.min(until, freeSince) - Math.max(due, from));
  }

  /// When it was last idle.
  long until() {
    return until;
  }
}
