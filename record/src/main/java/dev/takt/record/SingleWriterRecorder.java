package dev.takt.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A recorder for exactly one writing thread. Several threads may write one after the other if
/// there is a happens-before between them.
///
/// Recording is one load and one store of the value's slot. Opaque mode suffices: each slot has one
/// writer, opaque stores to one variable are seen in order and eventually, and opaque access never
/// tears a `long`. No data is published through a count, so no order between slots is needed.
public final class SingleWriterRecorder extends LatencyRecorder {

  private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] counts = new long[Buckets.COUNT];

  /// Creates a recorder without counts.
  public SingleWriterRecorder() {}

  @Override
  public void record(long nanos) {
    int index = Buckets.indexOf(nanos);
    COUNTS.setOpaque(counts, index, (long) COUNTS.getOpaque(counts, index) + 1);
  }

  @Override
  void addCountsTo(long[] sums, int slots) {
    for (int i = 0; i < slots; i++) {
      sums[i] += (long) COUNTS.getOpaque(counts, i);
    }
  }
}
