package dev.takt.record.log.scan;

import dev.takt.record.log.parse.RawInterval;

/// Cells of equal length on the time line, counted from an origin.
///
/// An interval belongs as a whole to the cell that contains its middle. Counts cannot be divided by
/// time, since the log does not record when in an interval a value occurred. So no count is lost or
/// doubled, and middles are off by at most half a cell. The middle is used and not the start,
/// because intervals of real tools are a millisecond longer than the cells: their starts would
/// drift across the edges.
///
/// @param origin in nanoseconds since 1970-01-01T00:00:00Z
/// @param step in nanoseconds, positive
public record Grid(long origin, long step) {

  private static final double NEAR = 0.05;

  /// The cell of an interval. An interval longer than one and a half cells gets its own cell.
  public Cell cellOfMiddle(RawInterval interval) {
    return interval.length() > step + step / 2
        ? new Cell(interval.start(), interval.length())
        : cellOf(interval.start() + interval.length() / 2);
  }

  public Cell cellOf(long moment) {
    return new Cell(origin + Math.floorDiv(moment - origin, step) * step, step);
  }

  /// Rounds to 1, 2 or 5 times a power of ten, or of a minute, if that is within 5 %; else returns
  /// the length itself.
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
