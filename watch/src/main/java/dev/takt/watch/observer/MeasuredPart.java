package dev.takt.watch.observer;

import org.jspecify.annotations.Nullable;

/// The part of a watch that counts in sums: a run's warm-up does not. All of it until [#set] says
/// otherwise, which is known when the run has ended and before observers tell what they saw.
/// Thread-safe.
public final class MeasuredPart {

  private volatile @Nullable Span span;

  /// @param from the first moment, on the run's monotonic clock
  /// @param to the last one
  private record Span(long from, long to) {}

  /// All of the watch.
  public MeasuredPart() {}

  /// Says which part it is.
  ///
  /// @param from the first moment, on the run's monotonic clock
  /// @param to the last one
  public void set(long from, long to) {
    span = new Span(from, to);
  }

  /// Whether something has at least a part in it.
  public boolean hasPartOf(long begin, long end) {
    Span known = span;
    return known == null || (end - known.from >= 0 && begin - known.to <= 0);
  }
}
