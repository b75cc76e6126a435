package dev.takt.watch.perf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OnlineCpusTest {

  @Test
  void readsTheSetsOfTheKernel() {
    assertThat(OnlineCpus.parse("0-3,8")).containsExactly(0, 1, 2, 3, 8);
    assertThat(OnlineCpus.parse("0")).containsExactly(0);
  }

  /// A process is given a part of the machine at most.
  @Test
  void aMachineHasAsManyAsThisProcessMayUse() {
    assertThat(OnlineCpus.count())
        .isGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
  }
}
