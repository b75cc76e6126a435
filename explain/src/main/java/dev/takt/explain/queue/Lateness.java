package dev.takt.explain.queue;

import dev.takt.explain.queue.Connections.LatestEnds;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.Ranges;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  private final LateOnes late;
  private final IdleConnections idle;

  /// Null where nobody waits for a connection.
  private final @Nullable LatestEnds latest;

  private Lateness(
      Operations operations, LateOnes late, IdleConnections idle, @Nullable LatestEnds latest) {
    this.operations = operations;
    this.late = late;
    this.idle = idle;
    this.latest = latest;
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
    int size = operations.size();
    if (!operations.isScheduled()) {
      return new Lateness(operations, LateOnes.of(size, List.of()), IdleConnections.NEVER, null);
    }
    if (servers == UNLIMITED) {
      LateOnes late = LateOnes.of(size, Ranges.of(size, (from, to) -> all(from, to, operations)));
      return new Lateness(operations, late, IdleConnections.NEVER, null);
    }
    LatestEnds latest = LatestEnds.of(operations);
    boolean fromTheBegin = missing == Missing.NOTHING;
    LateOnes late =
        LateOnes.of(
            size,
            Ranges.of(
                size, (from, to) -> find(from, to, operations, latest, servers, fromTheBegin)));
    return new Lateness(
        operations,
        late,
        missing == Missing.SOME
            ? IdleConnections.NEVER
            : IdleConnections.of(operations, late, servers),
        latest);
  }

  /// Where nobody has to wait for others, whoever waits is late.
  private static LateOnes.Part all(int from, int to, Operations operations) {
    LateOnes.Part late = new LateOnes.Part();
    for (int i = from; i < to; i++) {
      if (operations.waiting(i) > 0) {
        late.add(i, operations.waiting(i));
      }
    }
    return late;
  }

  private static LateOnes.Part find(
      int from,
      int to,
      Operations operations,
      LatestEnds latest,
      int servers,
      boolean fromTheBegin) {
    LateOnes.Part late = new LateOnes.Part();
    Connections connections = new Connections(operations, latest, servers);
    for (int i = from; i < to; i++) {
      if (operations.waiting(i) > 0) {
        long free = connections.earliest(i);
        boolean isKnown = fromTheBegin || free != Servers.NEVER_TAKEN;
        long could = Math.max(operations.due(i), free);
        if (isKnown && operations.start(i) > could) {
          late.add(i, operations.start(i) - could);
        }
      }
      connections.pass(i);
    }
    return late;
  }

  /// An operation before which none was still on a connection at a moment.
  ///
  /// @param i the operations before this one are looked at
  /// @param earliest but none before this one, which is then the answer
  public int noneBefore(int i, long moment, int earliest) {
    return latest == null ? earliest : latest.noneBefore(i, moment, earliest);
  }

  /// How long an operation was not sent though there was a connection free for it, in nanoseconds.
  public long ofItsOwn(int i) {
    return late.of(i);
  }

  /// The same, and how long it had waited before because others, who came first, were sent late: by
  /// one of c connections that stood idle, those behind lost a c-th of that time.
  public long withOthers(int i) {
    long own = late.of(i);
    long before = operations.waiting(i) - own;
    return before <= 0
        ? own
        : own + Math.min(before, idle.between(operations.due(i), operations.start(i) - own));
  }
}
