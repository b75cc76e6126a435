package dev.takt.report.pack;

import java.util.Arrays;

/// Growable array of rows of four numbers.
///
/// Not thread-safe.
final class LongRows {

  static final int ROW = 4;

  private long[] values = new long[64 * ROW];
  private int length;

  void add(long a, long b, long c, long d) {
    ensure(ROW);
    values[length++] = a;
    values[length++] = b;
    values[length++] = c;
    values[length++] = d;
  }

  void addAll(LongRows other) {
    ensure(other.length);
    System.arraycopy(other.values, 0, values, length, other.length);
    length += other.length;
  }

  /// A snapshot of the current rows that shares their array: no row may be added to it.
  LongRows snapshot() {
    LongRows same = new LongRows();
    same.values = values;
    same.length = length;
    return same;
  }

  private void ensure(int more) {
    if (length + more > values.length) {
      values = Arrays.copyOf(values, Math.max(length + more, 2 * values.length));
    }
  }

  int rows() {
    return length / ROW;
  }

  long at(int row, int column) {
    return values[row * ROW + column];
  }

  /// Sorts the rows by their first number, unless they are sorted.
  void sort() {
    boolean sorted = true;
    for (int i = 1; i < rows() && sorted; i++) {
      sorted = at(i - 1, 0) <= at(i, 0);
    }
    if (sorted) {
      return;
    }
    Integer[] order = new Integer[rows()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Long.compare(at(a, 0), at(b, 0)));
    long[] ordered = new long[length];
    for (int i = 0; i < order.length; i++) {
      System.arraycopy(values, order[i] * ROW, ordered, i * ROW, ROW);
    }
    values = ordered;
  }
}
