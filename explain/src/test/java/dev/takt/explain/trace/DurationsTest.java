package dev.takt.explain.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.OperationState;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Times below 2,048 ns have slots of their own, so counts are exact.
final class DurationsTest {

  private static final List<String> NAMES = List.of("read", "write");

  /// Two quick reads, one that had to wait, one that failed, and a write that was never sent.
  private static Operations five() {
    return new OperationsBuilder(NAMES)
        .add(0, 0, 0, 100, OperationState.COMPLETED)
        .add(0, 10, 10, 210, OperationState.COMPLETED)
        .add(0, 20, 320, 370, OperationState.COMPLETED)
        .add(0, 30, 30, 830, OperationState.FAILED)
        .add(1, 40, 900, 900, OperationState.NEVER_SENT)
        .build(true);
  }

  private static long[] inOrder(DurationHistogram counts) {
    long[] values = new long[(int) counts.total()];
    for (int i = 0; i < values.length; i++) {
      values[i] = counts.highestAt(i + 1);
    }
    return values;
  }

  @Test
  void serviceTimesOfCompletedOperationsAreSeparate() {
    Durations durations = five().durations();

    assertThat(inOrder(durations.completed(0))).containsExactly(50, 100, 200);
    assertThat(inOrder(durations.services(0))).containsExactly(50, 100, 200, 800);
    assertThat(inOrder(durations.completed(1))).isEmpty();
    assertThat(inOrder(durations.services(1))).containsExactly(0);
  }

  @Test
  void responseTimeIncludesTheWait() {
    LatencyHistogram responses = five().durations().responses();

    assertThat(responses.totalCount()).isEqualTo(5);
    long[] expected = {100, 200, 350, 800, 860};
    for (int i = 0; i < expected.length; i++) {
      assertThat(responses.valueAtPercentile(20.0 * (i + 1))).isEqualTo(expected[i]);
    }
  }

  @Test
  void latestEndIncludesAllOperations() {
    assertThat(five().durations().latestEnd()).isEqualTo(900);
    assertThat(new OperationsBuilder(NAMES).build(true).durations().latestEnd())
        .isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void modifyingACopyChangesNothing() {
    Durations durations = five().durations();
    durations.services(0).add(7);
    durations.responses().record(7);

    assertThat(durations.services(0).total()).isEqualTo(4);
    assertThat(durations.responses().totalCount()).isEqualTo(5);
  }

  /// Enough operations for several threads.
  @Test
  void partsAddUpToTheTotal() {
    Random random = new Random(1);
    OperationsBuilder builder = new OperationsBuilder(NAMES);
    LatencyHistogram responses = new LatencyHistogram();
    long[] completed = new long[2];
    long latest = 0;
    for (int i = 0; i < 100_000; i++) {
      int name = random.nextInt(2);
      long wait = random.nextInt(3) == 0 ? random.nextInt(1_000) : 0;
      long end = i + wait + random.nextInt(1_000);
      boolean isCompleted = random.nextInt(10) > 0;
      builder.add(
          name,
          i,
          i + wait,
          end,
          isCompleted ? OperationState.COMPLETED : OperationState.TIMED_OUT);
      responses.record(end - i);
      completed[name] += isCompleted ? 1 : 0;
      latest = Math.max(latest, end);
    }

    Durations durations = builder.build(true).durations();

    assertThat(durations.completed(0).total()).isEqualTo(completed[0]);
    assertThat(durations.completed(1).total()).isEqualTo(completed[1]);
    assertThat(durations.latestEnd()).isEqualTo(latest);
    LatencyHistogram found = durations.responses();
    assertThat(found.totalCount()).isEqualTo(responses.totalCount());
    for (double percentile = 0; percentile <= 100; percentile += 0.1) {
      assertThat(found.valueAtPercentile(percentile))
          .isEqualTo(responses.valueAtPercentile(percentile));
    }
  }
}
