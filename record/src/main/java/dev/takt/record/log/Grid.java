package dev.takt.record.log;

/// Cells of equal length on the time line, counted from an origin.
///
/// An interval belongs to the cell in which its middle lies, as a whole: counts cannot be divided
/// by time, since nobody knows when in an interval a value was recorded. So nothing is lost or
/// doubled, and middles are off by at most half a cell. The middle, not the start: intervals that
/// are a millisecond longer than the cells, as those of real tools are, then do not drift over the
/// edge.
///
/// @param origin in nanoseconds since 1970-01-01T00:00:00Z
/// @param step in nanoseconds, positive
record Grid(long origin, long step) {

  private static final double NEAR = 0.05;

  /// Where an interval belongs: its cell, or a place of its own if it is longer than a cell and a
  /// half.
  Cell cellOfMiddle(RawInterval interval) {
    return interval.length() > step + step / 2
        ? new Cell(interval.start(), interval.length())
        : cellOf(interval.start() + interval.length() / 2);
  }

  Cell cellOf(long moment) {
    return new Cell(origin + Math.floorDiv(moment - origin, step) * step, step);
  }

  /// The nearest of 1, 2 or 5 times a power of ten, or of a minute, if it is within 5 %; else the
  /// length itself.
  ///
  /// @return at least 1
  static long rounded(long nanos) {
    for (long power = 1; power > 0 && power <= nanos * 2; power *= 10) {
      for (long times : new long[] {1, 2, 5, 6}) {
        long candidate = times * power;
        if (Math.abs(nanos - candidate) <= NEAR * candidate) {
          return candidate;
        }
      }
    }
    return Math.max(1, nanos);
  }
}
