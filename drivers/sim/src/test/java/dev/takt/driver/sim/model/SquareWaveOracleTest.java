package dev.takt.driver.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.takt.testing.SquareWaveOracle;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SquareWaveOracleTest {

  private static final long MS = 1_000_000;
  private static final SquareWave WAVE = SquareWave.centred(2000 * MS, 200 * MS);

  /// 10 % of the operations come in a freeze and wait for its end, evenly from 200 ms down to 1 ms.
  @Test
  void responseIsTheRemainingFreezeWithEnoughConnections() {
    SquareWaveOracle oracle =
        SquareWaveOracle.replay(1000, 500, start -> WAVE.endOf(start, 0), 20_000);
    assertThat(oracle.responsePercentile(50)).isZero();
    assertThat(oracle.responsePercentile(90)).isZero();
    assertThat(oracle.responsePercentile(99)).isEqualTo(180 * MS);
    assertThat(oracle.responsePercentile(99.9)).isEqualTo(198 * MS);
    assertThat(oracle.responsePercentile(100)).isEqualTo(200 * MS);
    assertThat(oracle.servicePercentile(99)).isEqualTo(180 * MS);
  }

  /// With one connection the backlog drains one by one: the j-th operation due since the freeze
  /// began is answered at freeze + (j + 1) service, until that is before it is due.
  @Test
  void backlogDrainsWithOneConnection() {
    long service = MS / 2;
    long[] expected = new long[20_000];
    Arrays.fill(expected, service);
    int i = 0;
    for (int period = 0; period < 10; period++) {
      for (int j = 0; j < 2000; j++) {
        expected[i++] = Math.max(service, 200 * MS + (j + 1) * service - j * MS);
      }
    }
    Arrays.sort(expected);
    SquareWaveOracle oracle =
        SquareWaveOracle.replay(1000, 1, start -> WAVE.endOf(start, service), 20_000);
    assertThat(oracle.responsePercentile(50)).isEqualTo(expected[9_999]);
    assertThat(oracle.responsePercentile(90)).isEqualTo(expected[17_999]);
    assertThat(oracle.responsePercentile(99)).isEqualTo(expected[19_799]);
    assertThat(oracle.responsePercentile(99.9)).isEqualTo(expected[19_979]);
    assertThat(oracle.meanResponse()).isEqualTo(Arrays.stream(expected).average().orElseThrow());
    // Service time contains only one operation per freeze.
    assertThat(oracle.servicePercentile(99.9)).isEqualTo(service);
    assertThat(oracle.servicePercentile(99.96)).isEqualTo(200 * MS + service);
  }

  @Test
  void invalidParametersAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SquareWaveOracle.replay(0, 1, start -> WAVE.endOf(start, 0), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SquareWaveOracle.replay(1000, 0, start -> WAVE.endOf(start, 0), 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            SquareWaveOracle.replay(1000, 1, start -> WAVE.endOf(start, 0), 1)
                .responsePercentile(101));
  }
}
