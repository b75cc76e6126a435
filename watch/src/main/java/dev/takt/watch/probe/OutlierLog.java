package dev.takt.watch.probe;

import java.util.ArrayList;
import java.util.List;

/// Keeps operations that may turn out to be outliers, without garbage. When it is full it counts
/// those that it cannot keep.
///
/// For one writing thread; [#kept] and [#missed] after that thread has ended.
final class OutlierLog {

  private final long atLeastNanos;
  private final long[] begins;
  private final long[] ends;
  private int size;
  private long missed;

  /// @param atLeastNanos shorter operations are passed over
  /// @param room how many can be kept
  OutlierLog(long atLeastNanos, int room) {
    this.atLeastNanos = atLeastNanos;
    this.begins = new long[room];
    this.ends = new long[room];
  }

  void record(long begin, long end) {
    if (end - begin < atLeastNanos) {
      return;
    }
    if (size == begins.length) {
      missed++;
      return;
    }
    begins[size] = begin;
    ends[size] = end;
    size++;
  }

  /// Those that took longer than a time, in the order in which they ended.
  List<Outlier> kept(long thresholdNanos) {
    List<Outlier> outliers = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (ends[i] - begins[i] > thresholdNanos) {
        outliers.add(new Outlier(begins[i], ends[i]));
      }
    }
    return outliers;
  }

  /// How many were not kept.
  long missed() {
    return missed;
  }
}
