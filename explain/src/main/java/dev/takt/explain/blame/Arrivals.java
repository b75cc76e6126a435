package dev.takt.explain.blame;

import dev.takt.explain.trace.Operations;

/// How much there was to do: the normal time of all operations that were due. Immutable.
record Arrivals(Operations operations, Baseline baseline) {

  /// What arrived from one moment until before another, in nanoseconds of one server's time. Looks
  /// at each of them: who asks, asks for times that do not overlap.
  long work(long from, long to) {
    long work = 0;
    int end = operations.firstDueFrom(to);
    for (int i = operations.firstDueFrom(from); i < end; i++) {
      work += baseline.normal(operations.name(i));
    }
    return work;
  }
}
