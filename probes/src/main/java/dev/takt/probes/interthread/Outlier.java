package dev.takt.probes.interthread;

/// An operation that took longer than the threshold.
///
/// @param beginNanoTime its intended start
/// @param endNanoTime its end, not before its start
public record Outlier(long beginNanoTime, long endNanoTime) {

  /// Checks the order of the two times.
  ///
  /// @throws IllegalArgumentException if it ends before it begins
  public Outlier {
    if (endNanoTime - beginNanoTime < 0) {
      throw new IllegalArgumentException("an outlier from " + beginNanoTime + " to " + endNanoTime);
    }
  }

  /// How long it took.
  public long nanos() {
    return endNanoTime - beginNanoTime;
  }
}
