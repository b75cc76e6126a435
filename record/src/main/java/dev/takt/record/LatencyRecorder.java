package dev.takt.record;

/// Where a thread that measures puts its latencies. Recording never blocks and never allocates.
///
/// Counts only ever grow. A reader takes the counts of an interval by comparing them with those it
/// saw last, so writer and reader need no agreement on where an interval ends: a value that is
/// recorded while the reader walks falls into this interval or the next, and never into none or
/// both.
public abstract sealed class LatencyRecorder permits SingleWriterRecorder, SharedRecorder {

  LatencyRecorder() {}

  /// Records one latency.
  ///
  /// @param nanos in nanoseconds; negative values count as 0, values over 39 hours as 39 hours
  public abstract void record(long nanos);

  /// Adds the present count of each slot, which is at least as new as what the reader saw before.
  ///
  /// @param slots of how many, from the first one on
  abstract void addCountsTo(long[] sums, int slots);
}
