package dev.takt.watch.truth;

import dev.takt.runs.Stall;

/// How far the edges of a report are from those of a fault, as they were felt, in nanoseconds: each
/// with and without the time in which whoever felt it could not have felt it, or not it alone.
///
/// @param beginFelt from the begin as it was felt
/// @param endFelt from the end as it was felt
/// @param beginError from when the fault may have begun
/// @param endError from when it may have ended
record Edges(long beginFelt, long endFelt, long beginError, long endError) {

  /// The wait in the queue is given away once: first to the end, where a pause lets go of all
  /// threads at once, and what is left of it to the begin.
  ///
  /// @param queued for how long of the fault who felt it stood in a queue
  /// @param stoodBefore for how long who felt it had been standing when it felt the fault begin
  static Edges of(Stall report, Fault fault, long queued, long stoodBefore) {
    long late = fault.end() - report.endNanoTime();
    long early = report.beginNanoTime() - fault.begin();
    long atEnd = Math.clamp(late, 0, queued);
    long atBegin = Math.clamp(early, -stoodBefore, queued - atEnd);
    return new Edges(
        Math.abs(early), Math.abs(late), Math.abs(early - atBegin), Math.abs(late - atEnd));
  }

  /// Whether one of them is further off than a limit, also without that time.
  boolean isOff(long limitNanos) {
    return beginError > limitNanos || endError > limitNanos;
  }

  /// How many of the two are within a limit only without that time.
  int mended(long limitNanos) {
    return (beginFelt > limitNanos && beginError <= limitNanos ? 1 : 0)
        + (endFelt > limitNanos && endError <= limitNanos ? 1 : 0);
  }
}
