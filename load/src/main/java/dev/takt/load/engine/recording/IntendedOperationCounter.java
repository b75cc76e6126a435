package dev.takt.load.engine.recording;

import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;

/// Counts the operations that the schedule has intended so far, independently of the senders, so
/// that their counts can be checked against it. Confined to one thread.
public final class IntendedOperationCounter {

  private final Arrivals arrivals;
  private final long warmupNanos;
  private long next;
  private long inWarmup;
  private long measured;

  public IntendedOperationCounter(Schedule schedule, long warmupNanos) {
    this.arrivals = schedule.arrivals();
    this.warmupNanos = warmupNanos;
    this.next = arrivals.next();
  }

  /// Counts all arrivals up to `offsetNanos` after the start.
  ///
  /// @return how many were new
  public long advanceTo(long offsetNanos) {
    long before = inWarmup + measured;
    while (next != Arrivals.END && next <= offsetNanos) {
      if (next < warmupNanos) {
        inWarmup++;
      } else {
        measured++;
      }
      next = arrivals.next();
    }
    return inWarmup + measured - before;
  }

  public long total() {
    return inWarmup + measured;
  }

  public long inWarmup() {
    return inWarmup;
  }

  public long measured() {
    return measured;
  }
}
