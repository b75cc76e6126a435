package dev.takt.explain.queue;

import dev.takt.explain.queue.FreeConnections.LatestEnds;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.ParallelRanges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The lateness of operations: how long the generator could have sent them and did not. Immutable.
public final class Lateness {

  /// The number of servers of a generator whose operations never wait for each other.
  public static final int UNLIMITED = 0;

  /// Which operations are missing in the trace. Connections that they used appear idle.
  public enum Missing {
    /// None.
    NOTHING,
    /// Those of the warm-up, before the first one: the initial state of the connections is unknown.
    EARLIER,
    /// Some between the recorded ones.
    SOME
  }

  private final Operations operations;

  /// How long a connection was free for each by the times of the others.
  private final LateOperations late;

  private final IdleConnections idle;

  /// Null where operations never wait for a connection.
  private final @Nullable LatestEnds latest;

  private Lateness(
      Operations operations,
      LateOperations late,
      IdleConnections idle,
      @Nullable LatestEnds latest) {
    this.operations = operations;
    this.late = late;
    this.idle = idle;
    this.latest = latest;
  }

  /// The lateness of all operations of a run.
  ///
  /// @param servers how many operations the generator could have in flight, or [#UNLIMITED]
  public static Lateness of(Operations operations, int servers) {
    return of(operations, servers, Missing.NOTHING);
  }

  /// The lateness where some operations are missing. An operation that may have waited for a
  /// connection that a missing one used does not count as late.
  ///
  /// @param servers how many operations the generator could have in flight, or [#UNLIMITED]
  public static Lateness of(Operations operations, int servers, Missing missing) {
    int size = operations.size();
    if (!operations.isScheduled()) {
      return new Lateness(
          operations, LateOperations.of(size, List.of()), IdleConnections.NONE, null);
    }
    if (servers == UNLIMITED) {
      LateOperations late =
          LateOperations.of(
              size, ParallelRanges.map(size, (from, to) -> allWaiting(from, to, operations)));
      return new Lateness(operations, late, IdleConnections.NONE, null);
    }
    LatestEnds latest = LatestEnds.of(operations);
    boolean fromTheBegin = missing == Missing.NOTHING;
    LateOperations late =
        LateOperations.of(
            size,
            ParallelRanges.map(
                size, (from, to) -> findLate(from, to, operations, latest, servers, fromTheBegin)));
    return new Lateness(
        operations,
        late,
        missing == Missing.SOME
            ? IdleConnections.NONE
            : IdleConnections.of(operations, late, servers),
        latest);
  }

  /// Without a limit of connections, each operation that waits is late.
  private static LateOperations.Part allWaiting(int from, int to, Operations operations) {
    LateOperations.Part late = new LateOperations.Part();
    for (int i = from; i < to; i++) {
      if (operations.waiting(i) > 0) {
        late.add(i, operations.waiting(i));
      }
    }
    return late;
  }

  private static LateOperations.Part findLate(
      int from,
      int to,
      Operations operations,
      LatestEnds latest,
      int servers,
      boolean fromTheBegin) {
    LateOperations.Part late = new LateOperations.Part();
    FreeConnections connections = new FreeConnections(operations, latest, servers);
    for (int i = from; i < to; i++) {
      if (operations.waiting(i) > 0) {
        long free = connections.earliestFree(i);
        boolean isKnown = fromTheBegin || free != Servers.NEVER_TAKEN;
        long could = Math.max(operations.due(i), free);
        if (isKnown && operations.start(i) > could) {
          late.add(i, operations.start(i) - could);
        }
      }
      connections.advance(i);
    }
    return late;
  }

  /// An operation before which none was still in flight at a moment.
  ///
  /// @param i the scan goes backwards from this operation
  /// @param earliest the scan stops at this operation and returns it
  public int noneBefore(int i, long moment, int earliest) {
    return latest == null ? earliest : latest.noneBefore(i, moment, earliest);
  }

  /// How long an operation was not sent although a connection was free for it, in nanoseconds.
  /// While the target had not made one ready, there was none.
  public long own(int i) {
    return own(operations, i, late.of(i));
  }

  /// @param free how long a connection was free for it by the times of the others
  static long own(Operations operations, int i, long free) {
    return free == 0
        ? 0
        : Math.clamp(operations.waiting(i) - operations.connectionWait(i), 0, free);
  }

  /// How long an operation was not sent although no other one had its connection: [#own], and while
  /// the target had not made it ready.
  public long unused(int i) {
    return late.of(i);
  }

  /// The same, plus the time that it waited because earlier operations were sent late: while one of
  /// c connections was idle, the operations in the queue lost 1/c of that time.
  public long total(int i) {
    long own = own(i);
    long before = operations.waiting(i) - own;
    return before <= 0
        ? own
        : own + Math.min(before, idle.nanosBetween(operations.due(i), operations.start(i) - own));
  }
}
