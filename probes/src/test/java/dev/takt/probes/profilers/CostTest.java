package dev.takt.probes.profilers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.probes.profilers.ProfilersResult.Cost;
import dev.takt.probes.profilers.ProgramLauncher.Measured;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostTest {

  /// 100 ns in 10 calls.
  private static Map<KnownWorkload, Measured> run(
      KnownWorkload workload, long cpu, long safepoints, long stopped) {
    return Map.of(
        workload, new Measured(new Truth(cpu, 0, 10, 0, 0, 0, safepoints, stopped), null));
  }

  private static Cost cost(
      Map<KnownWorkload, Measured> plain, Map<KnownWorkload, Measured> profiled) {
    return ProfilersProbe.cost(Profiler.JFR_CPU, plain, profiled, Samples.NONE);
  }

  @Test
  void costIsWhatTheProfilerAdds() {
    Cost cost =
        cost(run(KnownWorkload.CRC32, 100, 5, 1_000), run(KnownWorkload.CRC32, 110, 12, 1_600));
    assertThat(cost.overhead()).isEqualTo(0.1, within(1e-9));
    assertThat(cost.safepoints()).isEqualTo(7);
    assertThat(cost.stoppedNanos()).isEqualTo(600);
  }

  @Test
  void fewerSafepointsThanWithoutAreNoneAndNotUnknown() {
    Cost cost =
        cost(run(KnownWorkload.CRC32, 100, 5, 1_000), run(KnownWorkload.CRC32, 100, 4, 900));
    assertThat(cost.safepoints()).isZero();
    assertThat(cost.stoppedNanos()).isZero();
  }

  @Test
  void whatTheJvmDoesNotSayIsUnknown() {
    Cost cost = cost(run(KnownWorkload.CRC32, 100, -1, -1), run(KnownWorkload.CRC32, 100, -1, -1));
    assertThat(cost.safepoints()).isEqualTo(-1);
    assertThat(cost.stoppedNanos()).isEqualTo(-1);
  }

  @Test
  void workloadsWhoseCallsDifferHaveNoOverhead() {
    Cost cost =
        cost(run(KnownWorkload.COMPILATION, 100, 0, 0), run(KnownWorkload.COMPILATION, 300, 0, 0));
    assertThat(cost.overhead()).isNaN();
  }
}
