package dev.takt.probes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Timing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostMeterTest {

  private long picos;

  private final CostMeter meter = new CostMeter(() -> picos / 1000);

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
  void resultsAreKept() {
    CostMeter.Loop loop = costing(1000);

    assertThat(meter.round(loop, 5000) + meter.round(loop, 6000)).isEqualTo(2000);
    assertThat(meter.sink()).isEqualTo(11_000);
  }
}
