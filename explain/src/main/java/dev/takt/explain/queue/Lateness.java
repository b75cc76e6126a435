package dev.takt.explain.queue;

import dev.takt.explain.queue.Connections.LatestEnds;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.Ranges;

/// How late operations were sent by the generator's own fault. Immutable.
public final class Lateness {

  /// Stands for a generator whose operations need not wait for each other.
  public static final int UNLIMITED = 0;

  /// What is missing among the operations. Connections that were busy with it look idle.
  public enum Missing {
    /// Nothing.
    NOTHING,
    /// Those before the first one, of the warm-up: what the connections did then is not known.
    EARLIER,
    /// Some in between.
    SOME
  }

  private final Operations operations;
  private final long[] late;
  private final IdleConnections idle;

  private Lateness(Operations operations, long[] late, IdleConnections idle) {
    this.operations = operations;
    this.late = late;
    this.idle = idle;
  }

  /// Of all operations of a run.
  ///
  /// @param servers how many operations the generator could have in flight, or [#UNLIMITED]
  public static Lateness of(Operations operations, int servers) {
    return of(operations, servers, Missing.NOTHING);
  }

  /// Of operations among which some are missing. Nobody is said to be late who may have waited for
  /// a connection that these had.
  ///
  /// @param servers how many operations the generator could have in flight, or [#UNLIMITED]
  public static Lateness of(Operations operations, int servers, Missing missing) {
    long[] late = new long[operations.size()];
    if (!operations.isScheduled()) {
      return new Lateness(operations, late, IdleConnections.NEVER);
    }
    if (servers == UNLIMITED) {
      for (int i = 0; i < late.length; i++) {
        late[i] = Math.max(0, operations.waiting(i));
      }
      return new Lateness(operations, late, IdleConnections.NEVER);
    }
    LatestEnds latest = LatestEnds.of(operations);
    boolean fromTheBegin = missing == Missing.NOTHING;
    Ranges.of(
        late.length, (from, to) -> fill(late, from, to, operations, latest, servers, fromTheBegin));
    return new Lateness(
        operations,
        late,
        missing == Missing.SOME
            ? IdleConnections.NEVER
            : IdleConnections.of(operations, late, servers));
  }

  private static long[] fill(
      long[] late,
      int from,
      int to,
      Operations operations,
      LatestEnds latest,
      int servers,
      boolean fromTheBegin) {
    Connections connections = new Connections(operations, latest, servers);
    for (int i = from; i < to; i++) {
      if (operations.waiting(i) > 0) {
        long free = connections.earliest(i);
        boolean isKnown = fromTheBegin || free != Servers.NEVER_TAKEN;
        long could = Math.max(operations.due(i), free);
        late[i] = isKnown ? Math.max(0, operations.start(i) - could) : 0;
      }
      connections.pass(i);
    }
    return late;
  }

  /// How long an operation was not sent though there was a connection free for it, in nanoseconds.
  public long ofItsOwn(int i) {
    return late[i];
  }

  /// The same, and how long it had waited before because others, who came first, were sent late: by
  /// one of c connections that stood idle, those behind lost a c-th of that time.
  public long withOthers(int i) {
    long own = late[i];
    long before = operations.waiting(i) - own;
    return before <= 0
        ? own
        : own + Math.min(before, idle.between(operations.due(i), operations.start(i) - own));
  }
}
