package dev.takt.runs.time;

/// A time interval on one clock, in nanoseconds. Times are compared as numbers: those of a clock
/// that may overflow must be made relative to one of them before.
///
/// @param begin its begin
/// @param end its end
public record TimeInterval(long begin, long end) {

  /// Its length.
  public long nanos() {
    return end - begin;
  }

  /// The length of the part that two intervals have in common; 0 if they have none.
  public static long overlap(long begin, long end, long otherBegin, long otherEnd) {
    return Math.max(0, Math.min(end, otherEnd) - Math.max(begin, otherBegin));
  }
}
