package dev.takt.faults.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.OperationState;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FaultFreeResponsesTest {

  private static final long MS = 1_000_000;

  private static InjectedFault fault(long begin, long end) {
    return new InjectedFault(begin * MS, end * MS, List.of(), null);
  }

  /// One operation per millisecond for a second. Faults from 300 to 350 and from 700 to 720 ms
  /// leave those due from 0 to 279, from 500 to 679 and from 870 to 999 ms, except the one due at
  /// 600 ms that takes until 710 ms.
  @Test
  void operationsBetweenFaultsAreIncluded() {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    for (long i = 0; i < 1_000; i++) {
      long took = i == 600 ? 110 * MS : i == 610 ? 50 * MS : 1_000;
      builder.add(0, i * MS, i * MS, i * MS + took, OperationState.COMPLETED);
    }

    LatencyHistogram part =
        FaultFreeResponses.of(builder.build(true), List.of(fault(700, 720), fault(300, 350)));

    assertThat(part.totalCount()).isEqualTo(280 + 180 - 1 + 130);
    assertThat(part.max()).isBetween(50 * MS, 51 * MS);
  }

  @Test
  void allOperationsAreIncludedWithoutFaults() {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    builder.add(0, 1, 1, 5, OperationState.COMPLETED);

    assertThat(FaultFreeResponses.of(builder.build(true), List.of()).totalCount()).isEqualTo(1);
  }
}
