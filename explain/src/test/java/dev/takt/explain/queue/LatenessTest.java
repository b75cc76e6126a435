package dev.takt.explain.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.OperationState;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Against the queue replayed from its begin, one operation after the other.
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
      // Some start before any connection was free by the records, as clocks and retries have it.
      long told = random.nextInt(500) == 0 ? due : start;
      builder.add(0, due, told, Math.max(told, free[first]), OperationState.COMPLETED);
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
  void itIsThatOfTheWholeQueueWhereverOneBegins(int servers, double load, long seed) {
    Operations operations = operations(servers, load, seed);

    long[] late = Lateness.of(operations, servers);

    assertThat(late).isEqualTo(oneAfterTheOther(operations, servers));
    assertThat(Arrays.stream(late).filter(each -> each > 0).count()).isGreaterThan(100);
  }
}
