package dev.takt.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A recorder for exactly one writing thread (one at a time, with a happens-before between them).
///
/// Recording is one load and one store of the value's slot. Opaque mode suffices: each slot has one
/// writer, opaque stores to one variable are seen in order and eventually, and a `long` is never
/// torn under opaque access; nothing is published through a count, so no order between slots is
/// needed.
public final class SingleWriterRecorder extends LatencyRecorder {

  private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] counts = new long[Buckets.COUNT];

  /// A recorder without counts.
  public SingleWriterRecorder() {}

  @Override
  public void record(long nanos) {
    add(Buckets.indexOf(nanos), 1);
  }

  /// Records a latency, and those that could not be measured meanwhile by a thread that measures
  /// one at a time, one in each `expectedInterval`: `nanos - expectedInterval`, `nanos - 2 *
  /// expectedInterval` and so on, down to `expectedInterval` (Gil Tene's correction for coordinated
  /// omission, as HdrHistogram's `recordValueWithExpectedInterval` makes it).
  ///
  /// It takes time in proportion to the slots below the latency, not to the values.
  ///
  /// @param expectedInterval in nanoseconds; 0 or less corrects nothing
  public void recordCorrected(long nanos, long expectedInterval) {
    record(nanos);
    if (expectedInterval <= 0) {
      return;
    }
    long missing = nanos - expectedInterval;
    while (missing >= expectedInterval) {
      int index = Buckets.indexOf(missing);
      long lowest = Math.max(Buckets.lowestValueOf(index), expectedInterval);
      long times = (missing - lowest) / expectedInterval + 1;
      add(index, times);
      missing -= times * expectedInterval;
    }
  }

  private void add(int index, long count) {
    COUNTS.setOpaque(counts, index, (long) COUNTS.getOpaque(counts, index) + count);
  }

  @Override
  void addCountsTo(long[] sums, int slots) {
    for (int i = 0; i < slots; i++) {
      sums[i] += (long) COUNTS.getOpaque(counts, i);
    }
  }
}
