package dev.takt.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A recorder for exactly one writing thread, as [SingleWriterRecorder], that takes only the memory
/// that its greatest value needs, and allocates when there is one that is greater by far. It is for
/// JVMs that are somebody else's: whatever is kept there, their collector copies, again and again
/// until it is old.
///
/// The counts that have become too few are copied by the writer, and their successors published
/// with release semantics: a reader that finds these finds all that was counted before. One that
/// still finds the old ones sees what is counted meanwhile at its next look.
public final class GrowingRecorder extends LatencyRecorder {

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle COUNTS;

  static {
    try {
      COUNTS = MethodHandles.lookup().findVarHandle(GrowingRecorder.class, "counts", long[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long[] counts = new long[Buckets.FEW];

  /// A recorder without counts.
  public GrowingRecorder() {}

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
    long[] slots = Buckets.roomFor(index + 1, counts);
    if (slots != counts) {
      COUNTS.setRelease(this, slots);
    }
    SLOT.setOpaque(slots, index, (long) SLOT.getOpaque(slots, index) + count);
  }

  @Override
  void addCountsTo(long[] sums, int slots) {
    long[] now = (long[]) COUNTS.getAcquire(this);
    int known = Math.min(slots, now.length);
    for (int i = 0; i < known; i++) {
      sums[i] += (long) SLOT.getOpaque(now, i);
    }
  }
}
