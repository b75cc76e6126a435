package dev.takt.load.engine;

/// When a run ends: by its schedule, and some drain time later for good; or earlier, when it is
/// stopped.
///
/// Thread-safe; [#safepoint] may come from any thread.
final class RunDeadline {

  /// How long a stopped run waits for the answers that are under way.
  private static final long STOP_GRACE_NANOS = 1_000_000_000;

  private final long scheduleEnd;
  private final long drainNanos;
  private volatile long lastIntended;
  private volatile long cutOff;
  private volatile boolean stopped;

  /// @param scheduleEnd the moment after which nothing new is due, on the loops' clock;
  ///   [Long#MAX_VALUE] for never
  /// @param drainNanos how much longer to send what is due and to wait for answers
  RunDeadline(long scheduleEnd, long drainNanos) {
    this.scheduleEnd = scheduleEnd;
    this.drainNanos = drainNanos;
    this.lastIntended = scheduleEnd == Long.MAX_VALUE ? scheduleEnd : scheduleEnd - 1;
    this.cutOff = plus(scheduleEnd, drainNanos);
  }

  /// Ends the schedule at a moment that is soon to come. Operations that are due by then stay
  /// intended, and they and the answers under way get a moment's grace.
  ///
  /// @param moment must lie ahead, so that no thread has sent anything that is due after it when it
  ///   learns of it: what was intended must be the same for all threads
  synchronized void stop(long moment) {
    if (!stopped) {
      lastIntended = Math.min(lastIntended, moment);
      cutOff = Math.min(cutOff, moment + Math.min(drainNanos, STOP_GRACE_NANOS));
      stopped = true;
    }
  }

  boolean isStopped() {
    return stopped;
  }

  /// Operations due after this moment are not part of the run.
  long lastIntended() {
    return lastIntended;
  }

  /// The end of the schedule, or the moment it was stopped.
  long sendingEnds() {
    return stopped ? Math.min(scheduleEnd, lastIntended) : scheduleEnd;
  }

  boolean isCutOff(long now) {
    return now >= cutOff;
  }

  /// The next moment at which the run changes by itself.
  long nextChange(long now) {
    return now < scheduleEnd ? Math.min(scheduleEnd, cutOff) : cutOff;
  }

  private static long plus(long moment, long nanos) {
    long sum = moment + nanos;
    return sum < moment ? Long.MAX_VALUE : sum;
  }
}
