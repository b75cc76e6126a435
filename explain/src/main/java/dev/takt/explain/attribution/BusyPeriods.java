package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.LongList;
import dev.takt.explain.trace.Operations;

/// The busy periods of the queue: each lasts from a first slow operation until operations no longer
/// have to wait. Immutable.
final class BusyPeriods {

  /// After this many quick operations in a row the queue is empty, even if one operation from
  /// before is still in flight.
  private static final int FAST_OPERATIONS_TO_DRAIN = 8;

  private final int[] ofSlow;
  private final long[] begins;
  private final long[] ends;

  private BusyPeriods(int[] ofSlow, long[] begins, long[] ends) {
    this.ofSlow = ofSlow;
    this.begins = begins;
    this.ends = ends;
  }

  /// @param slow the indexes of the slow operations, ascending
  static BusyPeriods of(Operations operations, int[] slow) {
    int[] ofSlow = new int[slow.length];
    LongList begins = new LongList();
    LongList ends = new LongList();
    long latestEnd = Long.MIN_VALUE;
    for (int i = 0; i < slow.length; i++) {
      long due = operations.due(slow[i]);
      int quick = i == 0 ? 0 : slow[i] - slow[i - 1] - 1;
      if (i == 0 || due >= latestEnd || quick >= FAST_OPERATIONS_TO_DRAIN) {
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

  /// The busy period of a slow operation, both by their indexes.
  int of(int slow) {
    return ofSlow[slow];
  }

  /// The number of busy periods, which are ordered by begin.
  int size() {
    return begins.length;
  }

  /// When the first operation of a period was due.
  long begin(int period) {
    return begins[period];
  }

  /// When the last slow operation of a period ended.
  long end(int period) {
    return ends[period];
  }
}
