package dev.takt.explain.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.explain.queue.Lateness.Missing;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Compares with a sequential replay of the queue from its begin.
final class LatenessTest {

  private static final int COUNT = 200_000;

  private static Operations operations(int servers, double load, long seed) {
    Random random = new Random(seed);
    long[] free = new long[servers];
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    double clock = 0;
    for (int i = 0; i < COUNT; i++) {
      clock -= Math.log(1 - random.nextDouble()) * 1_000 / (load * servers);
      long due = (long) clock;
      int first = 0;
      for (int s = 1; s < servers; s++) {
        first = free[s] < free[first] ? s : first;
      }
      boolean isSlow = i % 20_000 < 40;
      long start =
          Math.max(due, free[first]) + (random.nextInt(30) == 0 ? random.nextInt(5_000) : 0);
      free[first] = start + random.nextInt(2_000) + (isSlow ? random.nextInt(100_000) : 0);
      // Some start before any connection was free by the records, as caused by clocks and retries.
      long startRecorded = random.nextInt(500) == 0 ? due : start;
      builder.add(
          0, due, startRecorded, Math.max(startRecorded, free[first]), OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  private static long[] oneAfterTheOther(Operations operations, int servers) {
    long[] late = new long[operations.size()];
    long[] free = new long[servers];
    Arrays.fill(free, Long.MIN_VALUE);
    for (int i = 0; i < late.length; i++) {
      int first = 0;
      for (int s = 1; s < servers; s++) {
        first = free[s] < free[first] ? s : first;
      }
      long could = Math.max(operations.due(i), free[first]);
      late[i] = Math.max(0, operations.start(i) - could);
      free[first] = operations.end(i);
    }
    return late;
  }

  @ParameterizedTest
  @CsvSource({"1, 0.7, 1", "2, 0.3, 2", "3, 0.95, 3", "16, 0.6, 4", "100, 0.1, 5", "100, 1.1, 6"})
  void latenessMatchesAFullReplay(int servers, double load, long seed) {
    Operations operations = operations(servers, load, seed);

    Lateness lateness = Lateness.of(operations, servers);

    long[] late = IntStream.range(0, operations.size()).mapToLong(lateness::own).toArray();
    assertThat(late).isEqualTo(oneAfterTheOther(operations, servers));
    assertThat(Arrays.stream(late).filter(each -> each > 0).count()).isGreaterThan(100);
  }

  /// Operations with these due, start and end times, sorted by due time.
  private static Operations operations(long[]... each) {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    for (long[] times : each) {
      builder.add(0, times[0], times[1], times[2], OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  /// The generator was stopped until 30; so the second operation, due at 10, found the connection
  /// busy.
  @Test
  void operationBehindALateOneIsLateToo() {
    Lateness late = Lateness.of(operations(new long[] {0, 30, 130}, new long[] {10, 130, 140}), 1);

    assertThat(late.total(0)).isEqualTo(30);
    assertThat(late.own(1)).isZero();
    assertThat(late.total(1)).isEqualTo(20);
  }

  /// One of two connections was idle from 10 to 30: half of that time counts.
  @Test
  void idleConnectionCountsInProportion() {
    Lateness late =
        Lateness.of(
            operations(new long[] {0, 30, 40}, new long[] {1, 1, 100}, new long[] {10, 40, 50}), 2);

    assertThat(late.total(0)).isEqualTo(30);
    assertThat(late.total(1)).isZero();
    assertThat(late.total(2)).isEqualTo(10);
  }

  /// Eight operations due at once over two connections; each takes 100, and the generator takes 10
  /// to send the next. With a generator that takes no time, pair k would begin at 100 k.
  @Test
  void latenessAccumulatesWithinABurst() {
    long[][] group = new long[8][];
    for (int i = 0; i < group.length; i++) {
      group[i] = new long[] {0, 110L * (i / 2), 110L * (i / 2) + 100};
    }
    Lateness late = Lateness.of(operations(group), 2);

    for (int i = 0; i < group.length; i++) {
      assertThat(late.total(i)).as("operation " + i).isEqualTo(group[i][1] - 100L * (i / 2));
    }
  }

  /// A backlog of the warm-up used both connections until 500 and 600; its operations are not in
  /// the trace.
  @Test
  void operationThatMayHaveWaitedForTheWarmUpIsNotLate() {
    Operations operations =
        operations(
            new long[] {100, 500, 520},
            new long[] {110, 600, 640},
            new long[] {120, 525, 530},
            new long[] {130, 530, 540});

    Lateness after = Lateness.of(operations, 2, Missing.EARLIER);

    assertThat(IntStream.range(0, 4).mapToLong(after::own)).containsExactly(0L, 0L, 5L, 0L);
    assertThat(after.total(2)).isEqualTo(5);
    assertThat(after.total(3)).as("half of the 5 of the previous one").isEqualTo(3);
    assertThat(Lateness.of(operations, 2).total(0)).isEqualTo(400);
  }

  /// Between the two recorded operations, missing ones used the connection.
  @Test
  void latenessBehindOthersIsIgnoredIfOperationsAreMissing() {
    Operations operations = operations(new long[] {0, 30, 130}, new long[] {10, 200, 240});

    Lateness some = Lateness.of(operations, 1, Missing.SOME);

    assertThat(some.total(0)).isZero();
    assertThat(some.total(1)).isEqualTo(some.own(1));
  }

  @Test
  void timeOfTheTargetIsNotLateness() {
    Lateness late =
        Lateness.of(
            operations(
                new long[] {0, 0, 500}, new long[] {10, 500, 510}, new long[] {20, 510, 520}),
            1);

    assertThat(IntStream.range(0, 3).mapToLong(late::total)).containsOnly(0L);
  }

  /// Compares with the sum over all earlier operations, to a time slice at either end.
  @ParameterizedTest
  @CsvSource({"1, 0.9, 7", "3, 0.95, 8", "16, 1.1, 9"})
  void latenessMatchesTheIdleTimeOfAllConnections(int servers, double load, long seed) {
    Operations operations = operations(servers, load, seed);
    Lateness late = Lateness.of(operations, servers);
    long length = operations.start(operations.size() - 1) - operations.due(0);
    double slice = length / 100_000.0;
    int waited = 0;
    for (int i = 40; i < operations.size(); i += 997) {
      long could = operations.start(i) - late.own(i);
      double idle = 0;
      for (int each = 0; each < i; each++) {
        long from = operations.start(each) - late.own(each);
        long until = operations.start(each);
        idle += Math.max(0, Math.min(until, could) - Math.max(from, operations.due(i)));
      }
      double before = could - operations.due(i);
      double truth = late.own(i) + Math.min(before, idle / servers);
      assertThat((double) late.total(i)).isCloseTo(truth, within(2 * slice + 1));
      waited += could > operations.due(i) ? 1 : 0;
    }
    assertThat(waited).isGreaterThan(10);
  }
}
