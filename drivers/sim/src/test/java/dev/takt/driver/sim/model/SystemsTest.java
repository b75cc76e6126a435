package dev.takt.driver.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.takt.load.driver.Outcome;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SystemsTest {

  private static final long MS = 1_000_000;

  @Test
  void randomDelayIsUniform() {
    ServiceTime delay = ServiceTime.uniform(1, 0, 4 * MS);
    long[] sorted = LongStream.range(0, 100_000).map(delay::of).sorted().toArray();
    assertThat(sorted[0]).isNotNegative();
    assertThat(sorted[99_999]).isLessThanOrEqualTo(4 * MS);
    // A uniform quantile of 100,000 samples has a standard error of at most 0.16 % of the range.
    for (int percent = 10; percent < 100; percent += 10) {
      assertThat((double) sorted[percent * 1000])
          .isCloseTo(percent * 0.04 * MS, within(4 * 0.0016 * 4 * MS));
    }
  }

  @Test
  void operationsQueueInTheOrderOfArrival() {
    SimulatedSystem system = SimulatedSystems.queue(2, ServiceTime.constant(10));
    assertThat(system.arrive(0, 0)).isEqualTo(10);
    assertThat(system.arrive(1, 1)).isEqualTo(11);
    assertThat(system.arrive(2, 2)).isEqualTo(20);
    assertThat(system.arrive(3, 3)).isEqualTo(21);
    assertThat(system.arrive(100, 4)).isEqualTo(110);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 16})
  void queueEqualsItsDefinition(int servers) {
    SplittableRandom random = new SplittableRandom(servers);
    ServiceTime service = ServiceTime.exponential(3, 100L * servers);
    SimulatedSystem system = SimulatedSystems.queue(servers, service);
    long[] freeAt = new long[servers];
    long arrival = 0;
    for (long n = 0; n < 10_000; n++) {
      arrival += random.nextLong(200);
      Arrays.sort(freeAt);
      freeAt[0] = Math.max(freeAt[0], arrival) + service.of(n);
      assertThat(system.arrive(arrival, n)).isEqualTo(freeAt[0]);
    }
  }

  @Test
  void faultsOccurAtTheirShares() {
    SimulatedSystem system =
        SimulatedSystems.faulty(SimulatedSystems.delay(ServiceTime.constant(5)), 11, 0.01, 0.001);
    // Standard errors: sqrt(p (1 - p) / n) = 0.0001 and 0.00003.
    assertThat(share(n -> !system.outcomeOf(n).isOk())).isCloseTo(0.01, within(0.0004));
    assertThat(share(n -> system.arrive(0, n) == SimulatedSystem.NEVER))
        .isCloseTo(0.001, within(0.00012));
    assertThat(system.realTimeOf(SimulatedSystem.NEVER)).isEqualTo(SimulatedSystem.NEVER);
    long ok =
        LongStream.range(0, 1000).filter(n -> system.outcomeOf(n).isOk()).findFirst().orElse(-1);
    assertThat(system.outcomeOf(ok)).isSameAs(Outcome.OK);
  }

  @Test
  void squareWaveFreezesPeriodically() {
    SquareWave wave = new SquareWave(100, 20, 50);
    assertThat(wave.runningAt(50)).isZero();
    assertThat(wave.runningAt(70)).isZero();
    assertThat(wave.runningAt(71)).isEqualTo(1);
    assertThat(wave.runningAt(40)).isEqualTo(-10);
    assertThat(wave.realTimeOf(0)).isEqualTo(70);
    assertThat(wave.realTimeOf(-1)).isEqualTo(49);
    assertThat(wave.realTimeOf(79)).isEqualTo(149);
    assertThat(wave.realTimeOf(80)).isEqualTo(170);
    for (long t = 0; t < 1000; t++) {
      boolean frozen = t % 100 >= 50 && t % 100 < 70;
      long back = wave.realTimeOf(wave.runningAt(t));
      assertThat(back).isEqualTo(frozen ? t - t % 100 + 70 : t);
    }
  }

  @Test
  void squareWaveWithoutRunningTimeIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> new SquareWave(100, 100, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new SquareWave(100, 20, 81));
  }

  @Test
  void stallsAreCountedFromTheFirstArrival() {
    SimulatedSystem system =
        SimulatedSystems.stalling(new SquareWave(100, 20, 50), ServiceTime.constant(5));
    assertThat(system.arrive(1_000_000, 0)).isEqualTo(1_000_005);
    assertThat(system.arrive(1_000_047, 1)).isEqualTo(1_000_072);
    assertThat(system.arrive(1_000_055, 2)).isEqualTo(1_000_075);
    assertThat(system.arrive(1_000_080, 3)).isEqualTo(1_000_085);
  }

  private static double share(LongPredicate predicate) {
    return LongStream.range(0, 1_000_000).filter(predicate).count() / 1e6;
  }
}
