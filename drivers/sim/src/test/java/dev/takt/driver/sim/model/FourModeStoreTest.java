package dev.takt.driver.sim.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.takt.driver.sim.OpenLoop;
import dev.takt.driver.sim.SimTransports;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FourModeStoreTest {

  private static final long MS = 1_000_000;

  @Test
  void stopDelaysOperationsInFlightAndArrivals() {
    StoppableClock time = new StoppableClock(4);
    long underWay = time.at(100) + 50;
    long doneBefore = time.at(100) + 20;
    assertThat(time.realTimeOf(underWay)).isEqualTo(150);

    long stop = time.stop(120, 1000);

    assertThat(time.realTimeOf(stop)).as("the stop itself").isEqualTo(1121);
    assertThat(time.realTimeOf(underWay)).isEqualTo(1150);
    assertThat(time.realTimeOf(doneBefore)).as("done as the stop began").isEqualTo(120);
    assertThat(time.realTimeOf(time.at(500) + 7)).as("came meanwhile").isEqualTo(1127);
    assertThat(time.realTimeOf(time.at(1200) + 7)).as("came afterwards").isEqualTo(1207);
  }

  @Test
  void overlappingStopsAreSequential() {
    StoppableClock time = new StoppableClock(4);
    long underWay = time.at(0) + 50;
    long first = time.stop(10, 100);
    long second = time.stop(60, 1000);
    assertThat(time.realTimeOf(first)).isEqualTo(111);
    assertThat(time.realTimeOf(second)).isEqualTo(1112);
    assertThat(time.realTimeOf(underWay)).isEqualTo(1150);
    assertThat(time.realTimeOf(time.at(30) + 5)).as("came in the first").isEqualTo(1115);
    assertThat(time.realTimeOf(time.at(700) + 5)).as("came in the second").isEqualTo(1116);
  }

  /// Compares with a model that counts the nanoseconds in which the clock runs.
  @Test
  void clockStopsExactlyDuringStops() {
    SplittableRandom random = new SplittableRandom(5);
    StoppableClock time = new StoppableClock(4);
    long shown = 0;
    long stoppedUntil = 0;
    long lastStop = -1;
    for (long real = 0; real < 20_000; real++) {
      assertThat(time.at(real)).isEqualTo(shown);
      boolean stopped = real < stoppedUntil;
      if (!stopped && shown > lastStop && random.nextInt(50) == 0) {
        long length = 1 + random.nextLong(100);
        time.stop(real, length);
        stoppedUntil = real + length;
        stopped = true;
        lastStop = shown;
      }
      shown += stopped ? 0 : 1;
    }
  }

  @Test
  void eachModeHasItsShareAndItsRange() {
    // One at a time and far apart, so that no operation meets another's stop.
    SimulatedSystem store = SimulatedSystems.fourMode(1, 25);
    int operations = 2_000_000;
    int[] counts = new int[4];
    for (int n = 0; n < operations; n++) {
      long arrival = n * 1000L * MS;
      long nanos = store.realTimeOf(store.arrive(arrival, n)) - arrival;
      assertThat(nanos).isBetween(200_000L, 200 * MS + 1);
      counts[nanos <= MS ? 0 : nanos <= 10 * MS ? 1 : nanos < 50 * MS ? 2 : 3]++;
    }
    double[] expected = {0.9, 0.09, 0.0099, 0.0001};
    for (int mode = 0; mode < 4; mode++) {
      double error = Math.sqrt(expected[mode] * (1 - expected[mode]) / operations);
      assertThat((double) counts[mode] / operations).isCloseTo(expected[mode], within(4 * error));
    }
  }

  /// The experiment of the article, in virtual time: 10,000/s, 25 threads, 60 s. Measured from the
  /// intended start, the tail is several times as long.
  @Test
  void serviceTimeHidesWhatResponseTimeShows() {
    int operations = 600_000;
    long[] response = new long[operations];
    long[] service = new long[operations];
    OpenLoop loop =
        new OpenLoop(
            SimTransports.virtual(SimulatedSystems.fourMode(42, 25), 25),
            25,
            (n, due, start, end, outcome) -> {
              response[(int) n] = end - due;
              service[(int) n] = end - start;
            });
    loop.drive(n -> n * 100_000, operations);
    Arrays.sort(response);
    Arrays.sort(service);
    int p99 = operations / 100 * 99;
    assertThat(service[p99]).as("service p99").isBetween(10 * MS, 60 * MS);
    assertThat(response[p99]).as("response p99").isGreaterThan(4 * service[p99]);
    assertThat(response[p99]).isLessThan(1000 * MS);
  }

  @Test
  void sharesAboveOneAreRejected() {
    NanoRange range = new NanoRange(0, 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FourModeStore.Modes(range, range, range, range, 0.5, 0.5, 0.1));
    assertThatIllegalArgumentException().isThrownBy(() -> new NanoRange(2, 1));
  }
}
