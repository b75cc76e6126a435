package dev.takt.probes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.testing.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessorUseTest {

  private static final long SECOND = 1_000_000_000;

  /// All had this many ms of a time and number of processors, this process that many.
  @ParameterizedTest
  @CsvSource({
    "1000, 2, 1000, 1000, false",
    "1000, 2, 1350, 1000, true",
    "1000, 2, 1200, 1000, false",
    "10000, 2, 3900, 2000, false",
    "10000, 2, 4100, 2000, true",
    "10000, 4, 4100, 2000, false",
    "100, 1, 60, 40, false",
    "100, 1, 90, 40, true",
    "100, 1, 0, 40, false"
  })
  void moreThanTenPercentForOthersDisturb(
      long millis, int processors, long used, long own, boolean isDisturbed) {
    ProcessorUse before = new ProcessorUse(5 * SECOND, 7 * SECOND, 3 * SECOND, processors);
    ProcessorUse after =
        new ProcessorUse(
            5 * SECOND + millis * 1_000_000,
            7 * SECOND + used * 1_000_000,
            3 * SECOND + own * 1_000_000,
            processors);

    assertThat(before.isDisturbedUntil(after)).isEqualTo(isDisturbed);
  }

  @Test
  void useIsThatOfTheProcessorsWithoutIdleAndInterrupts() {
    List<String> stat =
        List.of(
            "cpu  900 900 900 900 900 900 900 900 900 900",
            "cpu0 1 20 300 9 9 9 9 4000 9 9",
            "cpu1 100 0 0 9 9 9 9 0 9 9",
            "cpu10 5 0 0 9 9 9 9 0 9 9");

    assertThat(ProcessorUse.used(stat, Set.of("cpu0", "cpu1"))).isEqualTo(44_210_000_000L);
  }

  /// Busy processes, one for each processor.
  @Test
  @Timing
  void busyProcessesDisturb() throws Exception {
    ProcessorUse.Source use = ProcessorUse.ofThisProcess();
    ProcessorUse begin = use.read();
    assumeTrue(begin != null, "needs Linux");
    List<Process> busy = new ArrayList<>();
    try {
      for (int i = 0; i < Objects.requireNonNull(begin).processors(); i++) {
        busy.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
      }
      ProcessorUse before = Objects.requireNonNull(use.read());
      Thread.sleep(1000);
      assertThat(before.isDisturbedUntil(Objects.requireNonNull(use.read()))).isTrue();
    } finally {
      for (Process each : busy) {
        each.destroyForcibly().waitFor();
      }
    }
  }

  /// This process alone, with threads that are always busy, one for each processor. Other load on
  /// the machine takes from them, so they show whether there is any.
  @Test
  @Timing
  void ownThreadsDoNotDisturb() throws Exception {
    ProcessorUse.Source use = ProcessorUse.ofThisProcess();
    ProcessorUse begin = use.read();
    assumeTrue(begin != null, "needs Linux");
    int processors = Objects.requireNonNull(begin).processors();
    long end = System.nanoTime() + 2 * SECOND;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < processors; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                while (System.nanoTime() - end < 0) {
                  Thread.onSpinWait();
                }
              }));
    }
    ProcessorUse before = Objects.requireNonNull(use.read());
    Thread.sleep(1000);
    ProcessorUse after = Objects.requireNonNull(use.read());
    for (Thread each : threads) {
      each.join();
    }
    double own =
        (double) (after.ownNanos() - before.ownNanos())
            / ((after.nanoTime() - before.nanoTime()) * processors);
    assumeTrue(own > 0.95, "the machine is busy");

    assertThat(before.isDisturbedUntil(after)).isFalse();
  }
}
