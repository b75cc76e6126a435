package dev.takt.watch.probe;

/// An operation that took longer than it may.
///
/// @param beginNanoTime when it should have begun
/// @param endNanoTime when it was over, not before its begin
public record Outlier(long beginNanoTime, long endNanoTime) {

  /// Checks the order of the two moments.
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
