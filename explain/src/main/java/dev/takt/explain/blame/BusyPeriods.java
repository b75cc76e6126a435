package dev.takt.explain.blame;

import dev.takt.explain.trace.Operations;

/// When operations had to wait for what was before them: from the first slow operation until nobody
/// has to wait any more. Immutable.
final class BusyPeriods {

  /// So many quick operations in a row, and there is no backlog, even if one operation that came
  /// before them still goes on.
  private static final int QUICK_IN_A_ROW = 8;

  private final int[] ofSlow;
  private final long[] begins;
  private final long[] ends;

  private BusyPeriods(int[] ofSlow, long[] begins, long[] ends) {
    this.ofSlow = ofSlow;
    this.begins = begins;
    this.ends = ends;
  }

  /// @param slow the slow operations, in their order
  static BusyPeriods of(Operations operations, int[] slow) {
    int[] ofSlow = new int[slow.length];
    LongList begins = new LongList();
    LongList ends = new LongList();
    long latestEnd = Long.MIN_VALUE;
    for (int i = 0; i < slow.length; i++) {
      long due = operations.due(slow[i]);
      int quick = i == 0 ? 0 : slow[i] - slow[i - 1] - 1;
      if (i == 0 || due >= latestEnd || quick >= QUICK_IN_A_ROW) {
        if (i > 0) {
          ends.add(latestEnd);
        }
        begins.add(due);
        latestEnd = due;
      }
      latestEnd = Math.max(latestEnd, operations.end(slow[i]));
      ofSlow[i] = begins.size() - 1;
    }
    if (slow.length > 0) {
      ends.add(latestEnd);
    }
    return new BusyPeriods(ofSlow, begins.toArray(), ends.toArray());
  }

  /// The period of a slow operation, both by their places.
  int of(int slow) {
    return ofSlow[slow];
  }

  /// How many there are. They come in the order of their begins.
  int size() {
    return begins.length;
  }

  /// When the first of its operations was due.
  long begin(int period) {
    return begins[period];
  }

  /// When the last of its slow operations had ended.
  long end(int period) {
    return ends[period];
  }
}
