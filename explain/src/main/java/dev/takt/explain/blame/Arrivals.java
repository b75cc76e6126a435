package dev.takt.explain.blame;

import dev.takt.explain.trace.Operations;

/// How much there was to do: the normal time of all operations that were due. Immutable.
final class Arrivals {

  private final Operations operations;
  private final long[] workBefore;

  private Arrivals(Operations operations, long[] workBefore) {
    this.operations = operations;
    this.workBefore = workBefore;
  }

  static Arrivals of(Operations operations, Baseline baseline) {
    long[] workBefore = new long[operations.size() + 1];
    for (int i = 0; i < operations.size(); i++) {
      workBefore[i + 1] = workBefore[i] + baseline.normal(operations.name(i));
    }
    return new Arrivals(operations, workBefore);
  }

  /// What arrived from one moment until before another, in nanoseconds of one server's time.
  long work(long from, long to) {
    return workBefore[operations.firstDueFrom(to)] - workBefore[operations.firstDueFrom(from)];
  }
}
