package dev.takt.explain.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.explain.StalledQueue;
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
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AttributionTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;

  private static AttributionResult blame(Operations operations, List<Stall> stalls, int servers) {
    return Attribution.of(
        operations, stalls, Baseline.of(operations), servers, Lateness.of(operations, servers));
  }

  private static Map<StallKind, Long> byKind(AttributionResult blame) {
    Map<StallKind, Long> sums = new TreeMap<>();
    for (int share = 0; share < blame.shares(); share++) {
      StallKind kind = blame.causes().get(blame.cause(share)).kind();
      if (kind != null) {
        sums.merge(kind, blame.nanos(share), Long::sum);
      }
    }
    return sums;
  }

  private static long unexplained(AttributionResult blame) {
    long sum = 0;
    for (int slow = 0; slow < blame.size(); slow++) {
      sum += blame.unexplained(slow);
    }
    return sum;
  }

  private static long excess(AttributionResult blame) {
    long sum = 0;
    for (int slow = 0; slow < blame.size(); slow++) {
      sum += blame.excess(slow);
    }
    return sum;
  }

  private static long[] every(long gap, int count) {
    long[] due = new long[count];
    Arrays.setAll(due, i -> i * gap);
    return due;
  }

  private static long[] constant(long work, int count) {
    long[] all = new long[count];
    Arrays.fill(all, work);
    return all;
  }

  /// One server, an operation each T that takes S, and one stall of L that begins with the k0-th:
  /// the k-th after it takes L - k (T - S) longer than normal. Of that, L - k T is inside the stall
  /// while it lasts; the rest is inherited from the backlog.
  @ParameterizedTest
  @CsvSource({"1000, 400, 50", "1000, 900, 30", "500, 100, 5", "2000, 50, 200"})
  void attributionOfOneStallInARegularQueueIsExact(
      long gapMicros, long workMicros, long stallMillis) {
    long gap = gapMicros * MICRO;
    long work = workMicros * MICRO;
    long length = stallMillis * MILLI;
    int first = 100;
    long begin = first * gap;
    StalledQueue queue = new StalledQueue(1).stall(StallKind.GC_PAUSE, begin, begin + length);
    AttributionResult blame =
        blame(queue.serve(every(gap, 2_000), constant(work, 2_000)), queue.stalls(), 1);

    long threshold = Math.max(work, 500 * MICRO);
    int slow = 0;
    for (long k = 0; length - k * (gap - work) > threshold; k++) {
      long excess = length - k * (gap - work);
      long direct = Math.max(0, length - k * gap);
      assertThat(blame.operation(slow)).isEqualTo(first + (int) k);
      assertThat(blame.excess(slow)).isEqualTo(excess);
      int share = blame.firstShare(slow);
      assertThat(blame.firstShare(slow + 1)).isEqualTo(share + 1);
      assertThat(blame.share(share).directWait() + blame.share(share).directService())
          .isEqualTo(direct);
      assertThat(blame.share(share).inheritedWait() + blame.share(share).inheritedService())
          .isEqualTo(excess - direct);
      slow++;
    }
    assertThat(blame.size()).isEqualTo(slow);
    assertThat(unexplained(blame)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 0.5, 1", "1, 0.8, 2", "2, 0.6, 3", "8, 0.7, 4", "16, 0.3, 5"})
  void injectedStallsAreFoundInARandomQueue(int servers, double load, long seed) {
    Random random = new Random(seed);
    int count = 20_000;
    long work = 400 * MICRO;
    StalledQueue queue = new StalledQueue(servers);
    long at = 20 * MILLI;
    StallKind[] kinds = {StallKind.GC_PAUSE, StallKind.SAFEPOINT, StallKind.STOPPED};
    double gap = work / (load * servers);
    for (int i = 0; at < (long) (count * gap) - 500 * MILLI; i++) {
      long length = 5 * MILLI + random.nextInt(20) * MILLI;
      queue.stall(kinds[i % kinds.length], at, at + length);
      at += length + 200 * MILLI + random.nextInt(100) * MILLI;
    }
    long[] due = new long[count];
    long[] works = constant(work, count);
    double clock = 0;
    for (int i = 0; i < count; i++) {
      clock -= Math.log(1 - random.nextDouble()) * gap;
      due[i] = (long) clock;
    }
    Operations operations = queue.serve(due, works);
    AttributionResult blame = blame(operations, queue.stalls(), servers);

    for (int slow = 0; slow < blame.size(); slow++) {
      long sum = blame.unexplained(slow);
      for (int share = blame.firstShare(slow); share < blame.firstShare(slow + 1); share++) {
        assertThat(blame.nanos(share)).isPositive();
        sum += blame.nanos(share);
      }
      assertThat(sum).isEqualTo(blame.excess(slow));
      assertThat(blame.unexplained(slow)).isNotNegative();
    }
    // The truth is the difference to the same queue without stalls. In a busy queue a little more
    // is attributed: in a backlog, also the wait that would have occurred anyway.
    Operations calm = new StalledQueue(servers).serve(due, works);
    double guilty = 0;
    for (int slow = 0; slow < blame.size(); slow++) {
      int i = blame.operation(slow);
      guilty += operations.response(i) - calm.response(i);
    }
    double charged = excess(blame) - (double) unexplained(blame);
    assertThat(charged / guilty).isCloseTo(1, within(0.1));
    assertThat(byKind(blame)).containsOnlyKeys(kinds);
  }

  @Test
  void orderOfTheStallsDoesNotMatter() {
    StalledQueue queue =
        new StalledQueue(2)
            .stall(StallKind.GC_PAUSE, 50 * MILLI, 70 * MILLI)
            .stall(StallKind.STOPPED, 72 * MILLI, 80 * MILLI)
            .stall(StallKind.SAFEPOINT, 200 * MILLI, 203 * MILLI);
    Operations operations = queue.serve(every(MILLI, 400), constant(600 * MICRO, 400));
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(7));
    OperationsBuilder builder = new OperationsBuilder(List.of("read"));
    for (int i : order) {
      builder.add(
          0, operations.due(i), operations.start(i), operations.end(i), operations.state(i));
    }
    List<Stall> shuffled = new ArrayList<>(queue.stalls());
    Collections.reverse(shuffled);

    AttributionResult one = blame(operations, queue.stalls(), 2);
    AttributionResult other = blame(builder.build(true), shuffled, 2);
    assertThat(byKind(other)).isEqualTo(byKind(one)).hasSize(3);
    assertThat(unexplained(other)).isEqualTo(unexplained(one));
  }

  @Test
  void overlapIsAttributedToTheMoreCertainStall() {
    StalledQueue queue = new StalledQueue(1).stall(StallKind.GC_PAUSE, 50 * MILLI, 90 * MILLI);
    Operations operations = queue.serve(every(100 * MICRO, 2_000), constant(10 * MICRO, 2_000));
    List<Stall> stalls = new ArrayList<>(queue.stalls());
    stalls.add(StalledQueue.stall(StallKind.TIME_TO_SAFEPOINT, "", 50 * MILLI, 60 * MILLI));
    stalls.add(StalledQueue.stall(StallKind.HICCUP, "", 49 * MILLI, 90 * MILLI));
    AttributionResult blame = blame(operations, stalls, 1);

    // The operation that was due at the begin was inside both stalls, for 10 and 30 ms.
    int slow = blame.indexOf(500);
    Map<StallKind, Long> ofFirst = new HashMap<>();
    for (int share = blame.firstShare(slow); share < blame.firstShare(slow + 1); share++) {
      ofFirst.put(blame.causes().get(blame.cause(share)).kind(), blame.nanos(share));
    }
    assertThat(ofFirst)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                StallKind.TIME_TO_SAFEPOINT, 10 * MILLI,
                StallKind.GC_PAUSE, 30 * MILLI));
    assertThat(byKind(blame)).doesNotContainKey(StallKind.HICCUP);
  }

  /// In any order of the stalls: one of another thread, which affects no operation, has the same
  /// cause.
  @Test
  void vagueStallsGetOnlyTheRest() {
    StalledQueue queue = new StalledQueue(1).stall(StallKind.GC_PAUSE, 50 * MILLI, 90 * MILLI);
    Operations operations = queue.serve(every(100 * MICRO, 2_000), constant(10 * MICRO, 2_000));
    Stall loop = behindHog(ThreadRole.EVENT_LOOP.threadName(0), 90 * MILLI, 91 * MILLI);
    Stall other = behindHog("takt-reporter", 10 * MILLI, 11 * MILLI);
    Stall pause = queue.stalls().getFirst();
    for (List<Stall> stalls : List.of(List.of(pause, loop, other), List.of(other, loop, pause))) {
      AttributionResult blame = blame(operations, stalls, 1);
      int share = blame.firstShare(blame.indexOf(500));
      assertThat(blame.firstShare(blame.indexOf(500) + 1)).isEqualTo(share + 1);
      assertThat(blame.causes().get(blame.cause(share)).kind()).isEqualTo(StallKind.GC_PAUSE);
      assertThat(blame.nanos(share)).isEqualTo(40 * MILLI);
    }
  }

  private static Stall behindHog(String thread, long begin, long end) {
    return Stall.of(StallKind.RUN_QUEUE, Side.GENERATOR, new Stall.Interval(begin, end, 0, "test"))
        .withThread(Actor.named(thread))
        .withCause("preempted")
        .withCulprit(Actor.named("hog"));
  }

  @Test
  void generatorsStopHasPrecedenceOverTheTargets() {
    StalledQueue queue = new StalledQueue(1).stall(StallKind.GC_PAUSE, 50 * MILLI, 60 * MILLI);
    Operations operations = queue.serve(every(MILLI, 200), constant(10 * MICRO, 200));
    Stall own =
        Stall.of(
            StallKind.GC_PAUSE,
            Side.GENERATOR,
            new Stall.Interval(50 * MILLI, 54 * MILLI, 0, "test"));
    AttributionResult blame = blame(operations, List.of(queue.stalls().getFirst(), own), 1);

    Map<Side, Long> sides = new HashMap<>();
    int slow = blame.indexOf(50);
    for (int share = blame.firstShare(slow); share < blame.firstShare(slow + 1); share++) {
      sides.put(blame.causes().get(blame.cause(share)).side(), blame.nanos(share));
    }
    assertThat(sides)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(Side.GENERATOR, 4 * MILLI, Side.TARGET, 6 * MILLI));
  }

  @Test
  void shortStallIsNotAttributedALongDelay() {
    // One server that is stopped for 100 ms for an unknown reason, with a pause of 2 ms in it.
    StalledQueue queue = new StalledQueue(1).stall(StallKind.GC_PAUSE, 50 * MILLI, 150 * MILLI);
    Operations operations = queue.serve(every(MILLI, 500), constant(100 * MICRO, 500));
    Stall pause = StalledQueue.stall(StallKind.GC_PAUSE, "", 50 * MILLI, 52 * MILLI);
    AttributionResult blame = blame(operations, List.of(pause), 1);

    for (int share = 0; share < blame.shares(); share++) {
      if (blame.causes().get(blame.cause(share)).kind() != null) {
        // Operations in it may also have competed with the two that arrived in it.
        assertThat(blame.nanos(share)).isLessThanOrEqualTo(2 * MILLI + 2 * 100 * MICRO);
      }
    }
    assertThat(unexplained(blame)).isGreaterThan(excess(blame) * 9 / 10);
  }

  @Test
  void stallIsNotAttributedDelayAfterItsBusyPeriod() {
    StalledQueue queue =
        new StalledQueue(1)
            .stall(StallKind.GC_PAUSE, 50 * MILLI, 70 * MILLI)
            .stall(StallKind.STOPPED, 200 * MILLI, 220 * MILLI);
    Operations operations = queue.serve(every(MILLI, 500), constant(100 * MICRO, 500));
    AttributionResult blame = blame(operations, List.of(queue.stalls().getFirst()), 1);

    assertThat(unexplained(blame)).isCloseTo(excess(blame) / 2, within(excess(blame) / 50));
  }

  @Test
  void waitWithAFreeConnectionIsAttributedToTheGenerator() {
    OperationsBuilder builder = new OperationsBuilder(List.of("read"));
    for (int i = 0; i < 100; i++) {
      long due = i * MILLI;
      long late = i == 50 ? 5 * MILLI : 0;
      builder.add(0, due, due + late, due + late + 100 * MICRO, OperationState.COMPLETED);
    }
    AttributionResult blame = blame(builder.build(true), List.of(), 4);

    assertThat(blame.size()).isEqualTo(1);
    assertThat(blame.causes().get(blame.cause(0))).isEqualTo(Cause.SENT_LATE);
    assertThat(blame.nanos(0)).isEqualTo(5 * MILLI);
    assertThat(unexplained(blame)).isZero();
  }

  @Test
  void lockWaitIsAttributedToOperationsOfTheWaitingThreads() {
    // Two of four connections wait 20 ms for a lock, the others continue.
    OperationsBuilder builder = new OperationsBuilder(List.of("read"));
    for (int i = 0; i < 200; i++) {
      long due = i * MILLI;
      boolean waits = i == 50 || i == 51;
      builder.add(
          0, due, due, due + (waits ? 20 * MILLI : 0) + 100 * MICRO, OperationState.COMPLETED);
    }
    List<Stall> waits =
        List.of(
            wait("worker-1", 50 * MILLI + 50 * MICRO, 70 * MILLI + 50 * MICRO),
            wait("worker-2", 51 * MILLI + 50 * MICRO, 71 * MILLI + 50 * MICRO),
            // Serves no operation.
            wait("GC Thread#1", 51 * MILLI, 71 * MILLI),
            // No operation in flight took that long.
            wait("worker-3", 100 * MILLI, 120 * MILLI));
    AttributionResult blame = blame(builder.build(true), waits, Lateness.UNLIMITED);

    assertThat(blame.size()).isEqualTo(2);
    assertThat(blame.shares()).isEqualTo(2);
    assertThat(blame.stalls().get(blame.stall(0)).thread()).isEqualTo(Actor.named("worker-1"));
    assertThat(blame.stalls().get(blame.stall(1)).thread()).isEqualTo(Actor.named("worker-2"));
    assertThat(blame.share(0).directService()).isEqualTo(20 * MILLI);
    assertThat(blame.share(1).directService()).isEqualTo(20 * MILLI);
  }

  @Test
  void inexactSampledWaitIsIgnored() {
    StalledQueue queue = new StalledQueue(1).stall(StallKind.GC_PAUSE, 50 * MILLI, 70 * MILLI);
    Operations operations = queue.serve(every(MILLI, 200), constant(100 * MICRO, 200));
    for (long error : new long[] {9 * MILLI, 11 * MILLI}) {
      Stall wait =
          Stall.of(
                  StallKind.RUN_QUEUE,
                  Side.TARGET,
                  new Stall.Interval(50 * MILLI, 70 * MILLI, error, "test"))
              .withThread(Actor.named("worker"));
      assertThat(byKind(blame(operations, List.of(wait), 1)).isEmpty())
          .as("error " + error)
          .isEqualTo(error > 10 * MILLI);
    }
  }

  private static Stall wait(String thread, long begin, long end) {
    return StalledQueue.wait(StallKind.MONITOR_WAIT, thread, "java.lang.Object", begin, end);
  }

  @Test
  void nothingIsAttributedWithoutSlowOperations() {
    StalledQueue queue =
        new StalledQueue(4).stall(StallKind.SAFEPOINT, 50 * MILLI, 50 * MILLI + 100 * MICRO);
    AttributionResult blame =
        blame(queue.serve(every(MILLI, 500), constant(300 * MICRO, 500)), queue.stalls(), 4);

    assertThat(blame.size()).isZero();
    assertThat(blame.shares()).isZero();
  }
}
