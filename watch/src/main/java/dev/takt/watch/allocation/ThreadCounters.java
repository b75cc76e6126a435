package dev.takt.watch.allocation;

import java.util.HashMap;
import java.util.Map;

/// Adds up the allocation counters of threads. Counters that are read together have the same time,
/// or from JDK 17 times that differ by the microseconds that reading takes.
///
/// A thread that has ended keeps its last counter, so that the sum never falls.
final class ThreadCounters {

  /// Far longer than a reading takes, and far shorter than the time between two.
  private static final long READING_NANOS = 50_000_000;

  private final AllocationSeries series = new AllocationSeries();
  private Map<Long, Long> previous = new HashMap<>();
  private Map<Long, Long> current = new HashMap<>();
  private long total;
  private long nanoTime;

  /// Adds the counter of a thread.
  ///
  /// @param at when it was read; not before the counters added so far
  void add(long at, long thread, long bytes) {
    if (current.isEmpty()) {
      nanoTime = at;
    } else if (at - nanoTime > READING_NANOS || current.containsKey(thread)) {
      endReading();
      nanoTime = at;
    }
    current.put(thread, bytes);
    total += Math.max(0, bytes - previous.getOrDefault(thread, 0L));
  }

  private void endReading() {
    int ended = 0;
    for (Long each : previous.keySet()) {
      ended += current.containsKey(each) ? 0 : 1;
    }
    series.add(nanoTime, total, ended);
    previous = current;
    current = new HashMap<>();
  }

  /// The sums. Called once, after the last counter.
  AllocationSeries series() {
    if (!current.isEmpty()) {
      endReading();
    }
    return series;
  }
}
