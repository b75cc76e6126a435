package dev.takt.explain.queue;

import dev.takt.explain.queue.Connections.LatestEnds;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.Ranges;

/// How late each operation was sent though there was a connection free for it: the generator's own
/// fault.
public final class Lateness {

  /// Stands for a generator whose operations need not wait for each other.
  public static final int UNLIMITED = 0;

  private Lateness() {}

  /// For each operation, in nanoseconds.
  ///
  /// @param servers how many operations the generator could have in flight, or [#UNLIMITED]
  public static long[] of(Operations operations, int servers) {
    long[] late = new long[operations.size()];
    if (!operations.isScheduled()) {
      return late;
    }
    if (servers == UNLIMITED) {
      for (int i = 0; i < late.length; i++) {
        late[i] = Math.max(0, operations.waiting(i));
      }
    } else {
      LatestEnds latest = LatestEnds.of(operations);
      Ranges.of(late.length, (from, to) -> fill(late, from, to, operations, latest, servers));
    }
    return late;
  }

  private static long[] fill(
      long[] late, int from, int to, Operations operations, LatestEnds latest, int servers) {
    Connections connections = new Connections(operations, latest, servers);
    for (int i = from; i < to; i++) {
      if (operations.waiting(i) > 0) {
        long could = Math.max(operations.due(i), connections.earliest(i));
        late[i] = Math.max(0, operations.start(i) - could);
      }
      connections.pass(i);
    }
    return late;
  }
}
