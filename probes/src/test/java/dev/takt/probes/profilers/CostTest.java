package dev.takt.probes.profilers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.probes.profilers.ProfilersResult.Cost;
import dev.takt.probes.profilers.ProgramLauncher.Measured;
import java.util.List;
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
    return ProfilersProbe.cost(Profiler.JFR_CPU, List.of(plain), profiled, Samples.NONE);
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

  @Test
  void costIsComparedWithRunsBeforeAndAfterWhoseDifferenceIsItsError() {
    var before = run(KnownWorkload.CRC32, 100, 4, 1_000);
    var after = run(KnownWorkload.CRC32, 125, 8, 2_000);
    Cost cost =
        ProfilersProbe.cost(
            Profiler.JFR_CPU,
            List.of(before, after),
            run(KnownWorkload.CRC32, 150, 10, 3_000),
            Samples.NONE);
    assertThat(cost.overhead()).isEqualTo((1.5 + 1.2) / 2 - 1, within(1e-9));
    assertThat(cost.safepoints()).isEqualTo(4);
    assertThat(cost.stoppedNanos()).isEqualTo(1_500);
    assertThat(ProfilersProbe.noise(List.of(before, after))).isEqualTo(0.25, within(1e-9));
    assertThat(ProfilersProbe.noise(List.of(after, before))).isEqualTo(0.2, within(1e-9));
    assertThat(ProfilersProbe.noise(List.of(before))).isNaN();
  }
}
