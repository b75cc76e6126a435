package dev.takt.load.engine.recording;

/// When a run ends: at the end of its schedule, and after the drain time at the latest; or earlier,
/// when it is stopped, or nothing is left to do.
///
/// Thread-safe; [#stop] and [#finish] may be called by any thread.
public final class RunDeadline {

  /// How long a stopped run waits for replies in flight.
  private static final long STOP_GRACE_NANOS = 1_000_000_000;

  private final long scheduleEnd;
  private final long drainNanos;
  private volatile long lastIntended;
  private volatile long cutOff;
  private volatile boolean stopped;
  private volatile boolean finished;

  /// @param scheduleEnd the moment after which nothing new is due, on the loops' clock;
  ///   [Long#MAX_VALUE] for never
  /// @param drainNanos how much longer to send operations that are due and to wait for replies
  public RunDeadline(long scheduleEnd, long drainNanos) {
    this.scheduleEnd = scheduleEnd;
    this.drainNanos = drainNanos;
    this.lastIntended = scheduleEnd == Long.MAX_VALUE ? scheduleEnd : scheduleEnd - 1;
    this.cutOff = plus(scheduleEnd, drainNanos);
  }

  /// Ends the schedule at a moment in the near future. Operations that are due by then stay
  /// intended. They and the replies in flight get a short grace period.
  ///
  /// @param moment must lie in the future, so that no thread has sent anything that is due after it
  ///   when it learns of it: what was intended must be the same for all threads
  public synchronized void stop(long moment) {
    if (!stopped) {
      lastIntended = Math.min(lastIntended, moment);
      cutOff = Math.min(cutOff, moment + Math.min(drainNanos, STOP_GRACE_NANOS));
      stopped = true;
    }
  }

  /// Ends the schedule at a moment, because nothing is left to do.
  ///
  /// @param moment with a schedule, in the future, as that of [#stop]
  public synchronized void finish(long moment) {
    if (!stopped && !finished) {
      lastIntended = Math.min(lastIntended, moment);
      cutOff = Math.min(cutOff, plus(moment, drainNanos));
      finished = true;
    }
  }

  public boolean isStopped() {
    return stopped;
  }

  /// Operations due after this moment are not part of the run.
  public long lastIntended() {
    return lastIntended;
  }

  /// The end of the schedule, or the moment it was stopped or finished.
  public long sendingEnds() {
    return stopped || finished ? Math.min(scheduleEnd, lastIntended) : scheduleEnd;
  }

  /// When the run is cut off: nothing is sent or awaited from then on.
  public long cutOff() {
    return cutOff;
  }

  public boolean isCutOff(long now) {
    return now >= cutOff;
  }

  /// The next moment at which the state of the run changes by time alone.
  public long nextChange(long now) {
    return now < scheduleEnd ? Math.min(scheduleEnd, cutOff) : cutOff;
  }

  private static long plus(long moment, long nanos) {
    long sum = moment + nanos;
    return sum < moment ? Long.MAX_VALUE : sum;
  }
}
