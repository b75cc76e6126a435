package dev.takt.report.pack;

/// Chooses the step of a grid: a power of two of usual intervals, so that each grid's cells are cut
/// where those of coarser ones are.
///
/// @param usual how long an interval usually is, in nanoseconds; positive
record Steps(long usual) {

  /// The step of a grid that has one cell.
  static final long ALL = Long.MAX_VALUE;

  private static final int MOST_DOUBLINGS = 50;

  /// The finest step by which so many cells hold all that begins between two moments.
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
