package dev.takt.explain.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.OperationState;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OperationsBuilderTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 100, 1L << 40, Long.MAX_VALUE})
  void operationsAreSortedByDueTime(long range) {
    Random random = new Random(1);
    long[] due = random.longs(5_000, -(range / 2), range / 2 + 1).toArray();
    OperationsBuilder builder = new OperationsBuilder(List.of("a", "b"));
    for (long each : due) {
      builder.add(
          (int) (each & 1),
          each,
          each + 1,
          each + 3,
          each % 2 == 0 ? OperationState.COMPLETED : OperationState.FAILED);
    }
    Operations operations = builder.build(true);

    Arrays.sort(due);
    assertThat(IntStream.range(0, operations.size()).mapToLong(operations::due).toArray())
        .containsExactly(due);
    for (int i = 0; i < operations.size(); i++) {
      assertThat(operations.name(i)).isEqualTo((int) (due[i] & 1));
      assertThat(operations.waiting(i)).isEqualTo(1);
      assertThat(operations.service(i)).isEqualTo(2);
      assertThat(operations.response(i)).isEqualTo(3);
      assertThat(operations.state(i))
          .isEqualTo(due[i] % 2 == 0 ? OperationState.COMPLETED : OperationState.FAILED);
    }
  }

  @Test
  void operationsDueAtTheSameTimeKeepTheirOrder() {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    builder.add(0, 5, 5, 100, OperationState.COMPLETED);
    for (int i = 0; i < 100; i++) {
      builder.add(0, 1, 1, i + 2, OperationState.COMPLETED);
    }
    Operations operations = builder.build(true);

    assertThat(IntStream.range(0, 100).mapToLong(operations::end).toArray())
        .containsExactly(IntStream.range(2, 102).asLongStream().toArray());
  }

  @Test
  void firstOperationDueFromAMomentIsFound() {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    for (long due : new long[] {10, 20, 20, 30}) {
      builder.add(0, due, due, due, OperationState.COMPLETED);
    }
    Operations operations = builder.build(true);

    assertThat(operations.firstDueFrom(0)).isZero();
    assertThat(operations.firstDueFrom(11)).isEqualTo(1);
    assertThat(operations.firstDueFrom(20)).isEqualTo(1);
    assertThat(operations.firstDueFrom(21)).isEqualTo(3);
    assertThat(operations.firstDueFrom(31)).isEqualTo(4);
  }

  @Test
  void noOperationsAreAllowed() {
    assertThat(new OperationsBuilder(List.of()).build(true).size()).isZero();
  }
}
