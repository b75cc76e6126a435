package dev.takt.explain.blame;

import dev.takt.explain.trace.Operations;

/// How much there was to do: the normal time of all operations that were due. Immutable.
final class Arrivals {

  private static final int BLOCK_BITS = 8;

  private final Operations operations;
  private final Baseline baseline;

  /// Of whole blocks: a sum for each operation would take as much memory as when it was due.
  private final long[] workBefore;

  private Arrivals(Operations operations, Baseline baseline, long[] workBefore) {
    this.operations = operations;
    this.baseline = baseline;
    this.workBefore = workBefore;
  }

  static Arrivals of(Operations operations, Baseline baseline) {
    long[] workBefore = new long[(operations.size() >>> BLOCK_BITS) + 1];
    for (int block = 1; block < workBefore.length; block++) {
      workBefore[block] =
          workBefore[block - 1]
              + work(operations, baseline, (block - 1) << BLOCK_BITS, block << BLOCK_BITS);
    }
    return new Arrivals(operations, baseline, workBefore);
  }

  private static long work(Operations operations, Baseline baseline, int from, int to) {
    long work = 0;
    for (int i = from; i < to; i++) {
      work += baseline.normal(operations.name(i));
    }
    return work;
  }

  /// What arrived from one moment until before another, in nanoseconds of one server's time.
  long work(long from, long to) {
    return workBefore(operations.firstDueFrom(to)) - workBefore(operations.firstDueFrom(from));
  }

  private long workBefore(int i) {
    int block = i >>> BLOCK_BITS;
    return workBefore[block] + work(operations, baseline, block << BLOCK_BITS, i);
  }
}
