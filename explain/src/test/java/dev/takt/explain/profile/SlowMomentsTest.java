package dev.takt.explain.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlowMomentsTest {

  /// Operations with these due, start and end times.
  static Operations operations(long[]... each) {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    for (long[] one : each) {
      builder.add(0, one[0], one[1], one[2], OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  @Test
  void slowMomentsAreTheUnionOfSlowOperations() {
    SlowMoments slow =
        SlowMoments.of(
            operations(
                new long[] {0, 10, 30}, // response 30
                new long[] {5, 20, 40}, // 35, overlaps
                new long[] {50, 50, 70}, // 20: not longer than the limit
                new long[] {60, 80, 100}), // 40, but only from its start on
            new SlowMoments.Limit(20, "for the test"));

    assertThat(slow.operations()).isEqualTo(3);
    assertThat(slow.intervals()).isEqualTo(2);
    for (long inside : new long[] {10, 25, 40, 80, 100}) {
      assertThat(slow.contains(inside)).as("%d", inside).isTrue();
    }
    for (long outside : new long[] {-1, 9, 41, 60, 79, 101}) {
      assertThat(slow.contains(outside)).as("%d", outside).isFalse();
    }
    assertThat(slow.nanosBetween(0, 1000)).isEqualTo(50);
    assertThat(slow.nanosBetween(35, 90)).isEqualTo(15);
    assertThat(slow.last(-1)).isEqualTo(100);
  }

  @Test
  void thereAreNoSlowMomentsWithoutSlowOperations() {
    SlowMoments slow =
        SlowMoments.of(operations(new long[] {0, 0, 5}), new SlowMoments.Limit(5, ""));
    assertThat(slow.operations()).isZero();
    assertThat(slow.contains(3)).isFalse();
    assertThat(slow.nanosBetween(0, 100)).isZero();
    assertThat(slow.last(7)).isEqualTo(7);
  }

  @Test
  void percentileIsARecordedResponseTime() {
    long[][] each = new long[200][];
    for (int i = 0; i < each.length; i++) {
      each[i] = new long[] {i * 1000L, i * 1000L, i * 1000L + 200 - i};
    }
    assertThat(SlowMoments.percentile(operations(each), 99)).isEqualTo(198);
    assertThat(SlowMoments.percentile(operations(each), 100)).isEqualTo(200);
    assertThat(SlowMoments.percentile(operations(), 99)).isZero();
  }
}
