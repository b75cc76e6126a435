package dev.takt.explain.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.record.ThreadRole;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One operation per millisecond over four connections, and a lock that is held from 50 to 70 ms:
/// four operations wait for the lock, and the 16 that are due after them for a connection.
final class QueueBehindConvoyTest {

  private static final long MS = 1_000_000;
  private static final int SERVERS = 4;
  private static final int FIRST = 50;
  private static final int AFTER = 70;
  private static final Cause LOCK = new Cause(Side.TARGET, StallKind.LOCK_WAIT, "Lock");

  private static Operations operations() {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    for (int i = 0; i < 100; i++) {
      boolean queued = i >= FIRST + SERVERS && i < AFTER;
      boolean held = i >= FIRST && i < AFTER;
      long start = (queued ? AFTER : i) * MS;
      builder.add(0, i * MS, start, (held ? AFTER : i) * MS + 1_000, OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  /// @param threads for how many of the four operations the wait for the lock was recorded
  private static AttributionResult blame(int threads) {
    List<Stall> waits = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      waits.add(
          Stall.of(
                  StallKind.LOCK_WAIT,
                  Side.TARGET,
                  new Stall.Interval((FIRST + i) * MS, AFTER * MS, 0, "test"))
              .withThread(Actor.named("worker-" + i))
              .withCause("Lock"));
    }
    Operations operations = operations();
    return Attribution.of(
        operations, waits, Baseline.of(operations), SERVERS, Lateness.of(operations, SERVERS));
  }

  private static long toTheLock(AttributionResult blame) {
    long sum = 0;
    for (int share = 0; share < blame.shares(); share++) {
      sum += blame.causes().get(blame.cause(share)).equals(LOCK) ? blame.nanos(share) : 0;
    }
    return sum;
  }

  @Test
  void queueBehindBlockedConnectionsIsAttributedToTheLock() {
    AttributionResult blame = blame(SERVERS);

    assertThat(blame.size()).isEqualTo(20);
    // 20 to 1 ms.
    assertThat(toTheLock(blame)).isEqualTo(210 * MS);
  }

  /// Where one of four threads waits, a quarter of the possible work is not done.
  @Test
  void blockedThreadCountsAsOneServer() {
    AttributionResult blame = blame(1);

    // Its own operation, and for those in the queue a quarter of 20 ms each, but at most their
    // wait: 11 of 5 ms, and 5 of 5 to 1 ms.
    assertThat(toTheLock(blame)).isEqualTo((20 + 11 * 5 + 5 + 4 + 3 + 2 + 1) * MS);
  }

  /// While all connections wait for the lock, the generator's event loop has nothing to do, and
  /// delays no operation if it has no CPU.
  @Test
  void eventLoopThatCouldNotSendIsNotACause() {
    List<Stall> stalls = new ArrayList<>(blame(SERVERS).stalls());
    stalls.add(
        Stall.of(
                StallKind.RUN_QUEUE,
                Side.GENERATOR,
                new Stall.Interval(55 * MS, 65 * MS, 0, "test"))
            .withThread(Actor.named(ThreadRole.EVENT_LOOP.threadName(0)))
            .withCulprit(Actor.named("stranger")));
    Operations operations = operations();
    AttributionResult blame =
        Attribution.of(
            operations, stalls, Baseline.of(operations), SERVERS, Lateness.of(operations, SERVERS));

    assertThat(toTheLock(blame)).isEqualTo(210 * MS);
  }
}
