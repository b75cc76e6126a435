package dev.takt.report.pack;

/// Chooses the step of a grid: the usual interval times a power of two, so that each edge of a
/// coarser grid is also one of every finer grid.
///
/// @param usual the usual length of an interval, in nanoseconds; positive
record Steps(long usual) {

  /// The step of a grid with a single cell.
  static final long ALL = Long.MAX_VALUE;

  private static final int MOST_DOUBLINGS = 50;

  /// The finest step for which at most `most` cells cover the begins from `first` to `last`.
  long of(long first, long last, int most) {
    if (most > 1) {
      for (int i = 0; i < MOST_DOUBLINGS; i++) {
        long step = Intervals.saturated(usual, 1L << i);
        if (step == ALL) {
          break;
        }
        long cells = Intervals.cellOf(last, usual, step) - Intervals.cellOf(first, usual, step) + 1;
        if (cells > 0 && cells <= most) {
          return step;
        }
      }
    }
    return ALL;
  }
}
