package dev.takt.watch.perf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OnlineCpusTest {

  @Test
  void kernelListsAreParsed() {
    assertThat(OnlineCpus.parse("0-3,8")).containsExactly(0, 1, 2, 3, 8);
    assertThat(OnlineCpus.parse("0")).containsExactly(0);
  }

  /// A process can use at most all processors of the machine.
  @Test
  void machineHasAtLeastAvailableProcessors() {
    assertThat(OnlineCpus.count())
        .isGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
  }
}
