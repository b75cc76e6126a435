package dev.takt.cassandra.stress.command;

import java.util.concurrent.TimeUnit;

/// When a run ends.
public sealed interface RunLength {

  /// After a number of partitions. 0 creates the schema only.
  record Count(long partitions) implements RunLength {}

  /// After a time.
  ///
  /// @param unit as it was written
  record Time(long length, TimeUnit unit) implements RunLength {}

  /// When the standard error of the mean row rate is below a fraction of it.
  record Uncertainty(double below, int minIntervals, int maxIntervals) implements RunLength {}
}
