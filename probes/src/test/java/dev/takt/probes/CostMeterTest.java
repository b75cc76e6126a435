package dev.takt.probes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostMeterTest {

  private long picos;

  /// The CPU time that the thread did not have.
  private long taken;

  /// The time that the hypervisor took.
  private long stolen;

  private final CostMeter meter =
      new CostMeter(() -> picos / 1000, () -> picos / 1000 - taken, () -> stolen);

  private CostMeter.Loop costing(long picosEach) {
    return times -> {
      picos += times * picosEach;
      return times;
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {37_000, 300, 1, 250_000_000})
  void knownCostIsMeasured(long picosEach) {
    CostMeter.Loop loop = costing(picosEach);
    int times = meter.calibrate(loop, 1_000_000, 5_000_000);

    assertThat(meter.round(loop, times)).isEqualTo(picosEach);
  }

  @Test
  void roundHasRequestedDuration() {
    CostMeter.Loop loop = costing(37_000);

    assertThat(meter.calibrate(loop, 1_000_000, 5_000_000)).isEqualTo(1_000_000 / 37);
    assertThat(picos).isGreaterThanOrEqualTo(5_000_000_000L);
  }

  @Timing
  @Test
  void fasterLoopGetsMoreIterations() {
    long[] calls = {0};
    CostMeter.Loop loop =
        times -> {
          picos += times * (calls[0]++ < 5 ? 50_000L : 500L);
          return 0;
        };

    int times = meter.calibrate(loop, 1_000_000, 10_000_000);

    assertThat(times).isBetween(1_000_000, 2_000_000);
  }

  @Test
  void roundWithoutItsProcessorIsDisturbed() {
    List<Boolean> disturbed = new ArrayList<>();
    for (long off : new long[] {0, 20_000, 20_001, 0, 500_000, 3}) {
      CostMeter.Loop loop =
          times -> {
            taken += off;
            picos += 1_000_000_000;
            return 0;
          };
      assertThat(meter.round(loop, 1000)).isEqualTo(1_000_000);
      disturbed.add(meter.isDisturbed());
    }

    assertThat(disturbed).containsExactly(false, false, true, false, true, false);
  }

  /// Its CPU time contains what the hypervisor took, as on some kernels.
  @Test
  void roundInWhichTimeWasStolenIsDisturbed() {
    meter.calibrate(
        times -> {
          stolen += 10_000_000;
          picos += 1_000_000_000;
          return 0;
        },
        1_000_000,
        1);
    List<Boolean> disturbed = new ArrayList<>();
    for (long ticks : new long[] {0, 1, 0, 3, 0}) {
      CostMeter.Loop loop =
          times -> {
            stolen += ticks * 10_000_000;
            picos += 1_000_000_000;
            return 0;
          };
      meter.round(loop, 1000);
      disturbed.add(meter.isDisturbed());
    }

    assertThat(disturbed).containsExactly(false, true, false, true, false);
  }

  @Test
  void stolenTimeIsReadFromTheKernelsStatistics(@TempDir Path folder) throws IOException {
    Path stat = folder.resolve("stat");
    Set<String> names = Set.of("cpu0", "cpu2");
    assertThat(new StolenTime(stat, names, () -> 0).nanoTime()).isZero();

    steal(stat, 35, 30, 5);
    StolenTime stolenTime = new StolenTime(stat, names, () -> picos / 1000);
    assertThat(stolenTime.nanoTime()).isEqualTo(400_000_000);
    assertThat(new StolenTime(stat, Set.of("cpu"), () -> 0).nanoTime()).isEqualTo(700_000_000);

    steal(stat, 36, 130, 5);
    picos += 9_999_999_000L;
    assertThat(stolenTime.nanoTime()).as("read again").isEqualTo(400_000_000);
    picos += 1_000;
    assertThat(stolenTime.nanoTime()).isEqualTo(410_000_000);

    steal(stat, 36, 999, 5);
    picos += 10_000_000_000L;
    assertThat(stolenTime.nanoTime()).as("of another processor").isEqualTo(410_000_000);

    Files.writeString(stat, "cpu  1 2 3 4\ncpu0 0 0 0 0\n");
    picos += 10_000_000_000L;
    assertThat(stolenTime.nanoTime()).isZero();
  }

  /// Writes what was stolen from three processors, in ticks.
  private static void steal(Path stat, int first, int second, int third) throws IOException {
    Files.writeString(
        stat,
        "cpu  1 2 3 4 5 6 7 "
            + (first + second + third)
            + " 9 10\ncpu0 0 0 0 0 0 0 0 "
            + first
            + " 0 0\ncpu1 0 0 0 0 0 0 0 "
            + second
            + " 0 0\ncpu2 0 0 0 0 0 0 0 "
            + third
            + " 0 0\n");
  }

  @Test
  void interruptDisturbsNoShortRound() {
    assertThat(Disturbance.isDisturbed(20_000, 10_000)).isFalse();
    assertThat(Disturbance.isDisturbed(20_000, 9_999)).isTrue();
  }

  @Test
  void firstLineSaysWhatIsLeftOut() {
    assertThat(Disturbance.NONE.remarks(List.of())).isEmpty();
    assertThat(new Disturbance(20, 0).remarks(List.of())).isEmpty();
    assertThat(new Disturbance(17, 0).plus(new Disturbance(3, 3)).remarks(List.of()))
        .containsExactly(
            "in 3 of 20 rounds a thread did not have its processor: they are left out");
    assertThat(new Disturbance(20, 3).remarks(List.of("load-acquire:alone")))
        .containsExactly(
            "in 3 of 20 rounds a thread did not have its processor: they are left out",
            "nothing was measured of load-acquire:alone: all of these rounds were disturbed");
    assertThat(new Disturbance(20, 20).remarks(List.of("load-acquire:alone")))
        .containsExactly(
            "nothing was measured: in all 20 rounds a thread did not have its processor");
  }

  /// A process that uses the same processor all the time.
  @Test
  void roundsBesideBusyProcessAreDisturbed() throws Exception {
    List<Integer> processors = Processors.allowed();
    assumeTrue(!processors.isEmpty() && Disturbance.isKnown(), "needs Linux");
    boolean[] disturbed = new boolean[20];
    Thread pinned =
        Thread.ofPlatform()
            .start(() -> {
              assertThat(Processors.pin(processors.getFirst())).isEmpty();
              try {
                Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
                try {
                  measure(disturbed);
                } finally {
                  busy.destroyForcibly().waitFor();
                }
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    pinned.join();

    // A time slice is a few milliseconds; two rounds of 20 ms in a row without one are unlikely.
    int count = 0;
    for (boolean each : disturbed) {
      count += each ? 1 : 0;
    }
    assertThat(count).isGreaterThan(disturbed.length / 2);
  }

  private static void measure(boolean[] disturbed) {
    CostMeter own = CostMeter.ofThisThread();
    CostMeter.Loop loop =
        times -> {
          long end = System.nanoTime() + 20_000_000;
          while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
          }
          return times;
        };
    for (int i = 0; i < disturbed.length; i++) {
      own.round(loop, 1000);
      disturbed[i] = own.isDisturbed();
    }
  }

  @Test
  void resultsAreKept() {
    CostMeter.Loop loop = costing(1000);

    assertThat(meter.round(loop, 5000) + meter.round(loop, 6000)).isEqualTo(2000);
    assertThat(meter.sink()).isEqualTo(11_000);
  }
}
