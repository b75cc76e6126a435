package dev.takt.probes;

import dev.takt.record.histogram.Counts;

/// Receives a probe's values while it measures. All methods are called by the thread that runs the
/// probe.
public interface ProbeSink {

  /// Receives the values of a tag in one interval. Intervals without a value are left out.
  ///
  /// @param values in nanoseconds, of the same layout each time for one tag; overwritten after the
  ///   call
  void interval(String tag, long beginNanoTime, long endNanoTime, Counts values);

  /// Receives the progress for people: one line, about once a second.
  void progress(String line);
}
