package dev.takt.explain.queue;

import dev.takt.explain.trace.Operations;

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
    Servers connections = servers == UNLIMITED ? null : new Servers(servers);
    for (int i = 0; i < late.length; i++) {
      long could = operations.due(i);
      if (connections != null) {
        could = Math.max(could, connections.earliest());
        connections.take(operations.end(i));
      }
      late[i] = Math.max(0, operations.start(i) - could);
    }
    return late;
  }
}
