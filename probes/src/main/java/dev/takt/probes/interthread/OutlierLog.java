package dev.takt.probes.interthread;

import java.util.ArrayList;
import java.util.List;

/// Keeps candidates for outliers, without allocation. When it is full, it counts those that it
/// cannot keep.
///
/// For one writing thread. [#outliers] and [#missed] are valid after that thread has ended.
final class OutlierLog {

  private final long atLeastNanos;
  private final long[] begins;
  private final long[] ends;
  private int size;
  private long missed;

  /// @param atLeastNanos shorter operations are ignored
  /// @param room the capacity
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

  /// The operations longer than the threshold, in the order of their ends.
  List<Outlier> outliers(long thresholdNanos) {
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
