package dev.takt.explain.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The result depends neither on the number of threads nor on the batch size.
final class ParallelAttributionTest {

  private static final long MICRO = 1_000;
  private static final int COUNT = 20_000;
  private static final int SERVERS = 8;
  private static final StallKind[] KINDS = {
    StallKind.GC_PAUSE,
    StallKind.STOPPED,
    StallKind.HICCUP,
    StallKind.MONITOR_WAIT,
    StallKind.RUN_QUEUE,
    StallKind.MAJOR_FAULTS
  };

  /// A queue whose servers are sometimes slow.
  private static Operations operations(Random random) {
    long[] free = new long[SERVERS];
    OperationsBuilder builder = new OperationsBuilder(List.of("a", "b"));
    long due = 0;
    for (int i = 0; i < COUNT; i++) {
      due += random.nextInt((int) (200 * MICRO));
      Arrays.sort(free);
      long late = random.nextInt(50) == 0 ? random.nextInt(2_000) * MICRO : 0;
      long start = Math.max(due, free[0]) + late;
      long work = (100 + random.nextInt(100)) * MICRO;
      work += i % 1_000 < 30 ? random.nextInt(20_000) * MICRO : 0;
      free[0] = start + work;
      builder.add(i % 2, due, start, free[0], OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  private static List<Stall> stalls(Random random, Operations operations) {
    List<Stall> stalls = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      int operation = random.nextInt(COUNT);
      long begin = operations.start(operation) + random.nextInt(100) * MICRO;
      long end = begin + (1 + random.nextInt(10_000)) * MICRO;
      StallKind kind = KINDS[random.nextInt(KINDS.length)];
      Side side = random.nextInt(4) == 0 ? Side.GENERATOR : Side.TARGET;
      stalls.add(stall(kind, side, begin, end, random.nextInt(6)));
    }
    return stalls;
  }

  private static Stall stall(StallKind kind, Side side, long begin, long end, int number) {
    boolean isThreads = kind == StallKind.MONITOR_WAIT || kind == StallKind.RUN_QUEUE;
    long pid = side == Side.TARGET ? 1 : 2;
    @Nullable Actor thread =
        isThreads ? new Actor("worker-" + number, pid, pid + number, null) : null;
    @Nullable Actor culprit = isThreads ? new Actor("busy", 1 + number % 3L, 9L, null) : null;
    return Stall.of(kind, side, new Stall.Interval(begin, end, MICRO, "test"))
        .withThread(thread)
        .withCause("cause")
        .withCulprit(culprit);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void resultDoesNotDependOnThreadsOrBatchSize(long seed) {
    Random random = new Random(seed);
    Operations operations = operations(random);
    List<Stall> stalls = stalls(random, operations);
    List<Long> alone = all(operations, stalls, 1, Integer.MAX_VALUE);

    assertThat(alone.size()).isGreaterThan(1_000);
    for (int threads : new int[] {1, 2, 3, 8}) {
      for (int atOnce : new int[] {1, 7, 300}) {
        assertThat(all(operations, stalls, threads, atOnce)).isEqualTo(alone);
      }
    }
  }

  /// All numbers of a result.
  private static List<Long> all(
      Operations operations, List<Stall> stalls, int threads, int atOnce) {
    AttributionResult blame =
        Attribution.of(
            operations,
            StallIndex.of(stalls),
            Baseline.of(operations),
            SERVERS,
            () -> Lateness.of(operations, SERVERS),
            threads,
            atOnce);
    List<Long> all = new ArrayList<>();
    for (int slow = 0; slow < blame.size(); slow++) {
      all.add((long) blame.operation(slow));
      all.add(blame.excess(slow));
      all.add(blame.unexplained(slow));
      all.add(blame.unexplainedWait(slow));
      for (int share = blame.firstShare(slow); share < blame.firstShare(slow + 1); share++) {
        all.add((long) blame.cause(share));
        all.add((long) blame.stall(share));
        all.add(blame.share(share).directWait());
        all.add(blame.share(share).directService());
        all.add(blame.share(share).contentionWait());
        all.add(blame.share(share).contentionService());
        all.add(blame.share(share).inheritedWait());
        all.add(blame.share(share).inheritedService());
      }
    }
    return all;
  }
}
