package dev.takt.report.pack;

/// Chooses the step of a grid: the usual interval times a power of two, so that each edge of a
/// coarser grid is also one of every finer grid.
///
/// @param medianIntervalNanos the usual length of an interval, in nanoseconds; positive
record GridSteps(long medianIntervalNanos) {

  /// The step of a grid with a single cell.
  static final long ALL = Long.MAX_VALUE;

  private static final int MAX_DOUBLINGS = 50;

  /// The finest step for which at most `most` cells cover the begins from `first` to `last`.
  long choose(long first, long last, int most) {
    if (most > 1) {
      for (int i = 0; i < MAX_DOUBLINGS; i++) {
        long step = BoundedIntervals.saturatedProduct(medianIntervalNanos, 1L << i);
        if (step == ALL) {
          break;
        }
        long cells =
            BoundedIntervals.cellOf(last, medianIntervalNanos, step)
                - BoundedIntervals.cellOf(first, medianIntervalNanos, step)
                + 1;
        if (cells > 0 && cells <= most) {
          return step;
        }
      }
    }
    return ALL;
  }
}
