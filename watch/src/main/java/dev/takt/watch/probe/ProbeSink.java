package dev.takt.watch.probe;

import dev.takt.record.histogram.Counts;

/// Where a probe's values go while it measures. All methods are called by the thread that runs the
/// probe.
public interface ProbeSink {

  /// What was recorded under a tag in one interval; intervals without a value are left out.
  ///
  /// @param values in nanoseconds, of the same layout each time for one tag; overwritten after the
  ///   call
  void interval(String tag, long beginNanoTime, long endNanoTime, Counts values);

  /// What the probe is at, for people: one line, about each second.
  void progress(String line);
}
