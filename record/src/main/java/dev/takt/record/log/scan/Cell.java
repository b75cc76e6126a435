package dev.takt.record.log.scan;

import java.util.Comparator;

/// A time range. What starts or lies in it is added up.
///
/// @param start in nanoseconds since 1970-01-01T00:00:00Z
/// @param length in nanoseconds, not negative
public record Cell(long start, long length) implements Comparable<Cell> {

  private static final Comparator<Cell> ORDER =
      Comparator.comparingLong(Cell::start).thenComparingLong(Cell::length);

  public long end() {
    return start + length;
  }

  @Override
  public int compareTo(Cell other) {
    return ORDER.compare(this, other);
  }
}
