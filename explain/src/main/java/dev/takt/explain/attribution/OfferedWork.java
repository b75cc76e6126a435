package dev.takt.explain.attribution;

import dev.takt.explain.trace.Operations;

/// The offered work: the normal service time of all operations that were due. Immutable.
record OfferedWork(Operations operations, Baseline baseline) {

  /// The work that arrived in an interval, in nanoseconds of one server's time. Iterates over its
  /// operations: callers should ask for intervals that do not overlap.
  ///
  /// @param from inclusive
  /// @param to exclusive
  long between(long from, long to) {
    long work = 0;
    int end = operations.firstDueFrom(to);
    for (int i = operations.firstDueFrom(from); i < end; i++) {
      work += baseline.normal(operations.name(i));
    }
    return work;
  }
}
