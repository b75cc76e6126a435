package dev.takt.record;

/// Receives the latencies that a measuring thread records. Recording never blocks and never
/// allocates.
///
/// Counts only grow. A reader computes the counts of an interval as the difference from the counts
/// it read last, so writer and reader need no agreement on where an interval ends. A value recorded
/// while the reader walks the slots falls into this interval or the next, never into none or both.
public abstract sealed class LatencyRecorder permits SingleWriterRecorder, SharedRecorder {

  LatencyRecorder() {}

  /// Records one latency.
  ///
  /// @param nanos in nanoseconds; negative values count as 0, values over 39 hours as 39 hours
  public abstract void record(long nanos);

  /// Adds the current count of each slot to `sums`. It is at least as new as the count that the
  /// reader saw before.
  ///
  /// @param slots the number of slots to add, starting at the first
  abstract void addCountsTo(long[] sums, int slots);
}
