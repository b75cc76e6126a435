package dev.takt.watch.allocation;

import java.util.HashMap;
import java.util.Map;

/// Adds up the allocation counters of threads. Counters that are read together have the same time,
/// or from JDK 17 times that differ by the microseconds that reading takes.
///
/// A thread that has ended keeps its last counter, so that the sum never falls. A thread that is
/// missing in one reading has not started anew: a reading may be cut in two, or lose events.
final class ThreadCounters {

  /// Far longer than a reading takes, and far shorter than the time between two.
  private static final long READING_NANOS = 50_000_000;

  /// A thread that is missing so often has ended.
  private static final int MAX_MISSED = 3;

  private final AllocationSeries series = new AllocationSeries();
  private final Map<Long, Counter> counters = new HashMap<>();
  private long total;
  private long nanoTime;
  private int reading;
  private boolean isOpen;

  /// @param bytes the last value
  /// @param reading the number of the last reading that had it
  private record Counter(long bytes, int reading) {}

  /// Adds the counter of a thread.
  ///
  /// @param at when it was read; not before the counters added so far
  void add(long at, long thread, long bytes) {
    Counter last = counters.get(thread);
    boolean isRepeated = last != null && last.reading == reading;
    if (isOpen && (at - nanoTime > READING_NANOS || isRepeated)) {
      endReading();
    }
    if (!isOpen) {
      nanoTime = at;
      isOpen = true;
    }
    total += Math.max(0, bytes - (last == null ? 0 : last.bytes));
    counters.put(thread, new Counter(bytes, reading));
  }

  private void endReading() {
    int ended = 0;
    for (Counter each : counters.values()) {
      ended += each.reading == reading - 1 ? 1 : 0;
    }
    series.add(nanoTime, total, ended);
    counters.values().removeIf(each -> reading - each.reading > MAX_MISSED);
    reading++;
    isOpen = false;
  }

  /// The sums. Called once, after the last counter.
  AllocationSeries series() {
    if (isOpen) {
      endReading();
    }
    return series;
  }
}
