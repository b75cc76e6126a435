package dev.takt.record;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A recorder for any number of writing threads. Recording is one atomic addition, which is
/// wait-free where the processor has such an instruction (x86-64, AArch64 with LSE). Two writers
/// contend only when they write to the same cache line.
///
/// Opaque order would suffice for the reader (see [SingleWriterRecorder]), but the addition itself
/// must be atomic.
public final class SharedRecorder extends LatencyRecorder {

  private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] counts = new long[Buckets.COUNT];

  /// Creates a recorder without counts.
  public SharedRecorder() {}

  @Override
  public void record(long nanos) {
    long unused = (long) COUNTS.getAndAddRelease(counts, Buckets.indexOf(nanos), 1L);
  }

  @Override
  void addCountsTo(long[] sums, int slots) {
    for (int i = 0; i < slots; i++) {
      sums[i] += (long) COUNTS.getOpaque(counts, i);
    }
  }
}
