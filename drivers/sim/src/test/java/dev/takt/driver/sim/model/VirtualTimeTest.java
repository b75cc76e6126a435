package dev.takt.driver.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.sim.OpenLoop;
import dev.takt.driver.sim.PoissonDue;
import dev.takt.driver.sim.SimTransports;
import dev.takt.load.driver.AsyncDriver.Transport;
import dev.takt.testing.SquareWaveOracle;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// An open-loop generator in virtual time agrees with the closed forms, whether the queue is the
/// generator's own backlog (one slot) or that of the simulated system.
class VirtualTimeTest {

  private static final long MS = 1_000_000;
  private static final int OPERATIONS = 12_000_000;

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.8, 0.9})
  void mm1InTheBacklog(double load) {
    ServiceTime exponential = ServiceTime.exponential(7, MS);
    Transport transport = SimTransports.virtual(SimulatedSystems.delay(exponential), 1);
    judge(transport, 1, 1000 * load, ClosedForms.mm1(1000 * load, MS));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.8, 0.9})
  void md1InTheBacklog(double load) {
    ServiceTime constant = ServiceTime.constant(MS);
    Transport transport = SimTransports.virtual(SimulatedSystems.delay(constant), 1);
    judge(transport, 1, 1000 * load, ClosedForms.md1(1000 * load, MS));
  }

  @ParameterizedTest
  @CsvSource({"0.8,1", "0.9,4"})
  void markovianQueuesInTheSystem(double load, int servers) {
    ServiceTime exponential = ServiceTime.exponential(7, MS);
    int slots = 2000;
    Transport transport =
        SimTransports.virtual(SimulatedSystems.queue(servers, exponential), slots);
    double rate = 1000 * load * servers;
    judge(transport, slots, rate, ClosedForms.mmc(rate, MS, servers));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 500})
  void squareWaveEqualsTheOracleExactly(int connections) {
    SquareWave wave = SquareWave.centred(2000 * MS, 200 * MS);
    long service = 100_000;
    int operations = 20_000;
    long[] responses = new long[operations];
    OpenLoop loop =
        new OpenLoop(
            SimTransports.virtual(
                SimulatedSystems.stalling(wave, ServiceTime.constant(service)), connections),
            connections,
            (n, due, start, end, outcome) -> responses[(int) n] = end - due);
    loop.drive(n -> n * MS, operations);

    Arrays.sort(responses);
    SquareWaveOracle oracle =
        SquareWaveOracle.replay(1000, connections, start -> wave.endOf(start, service), operations);
    assertThat(oracle.responsePercentile(50)).isEqualTo(responses[9_999]);
    assertThat(oracle.responsePercentile(90)).isEqualTo(responses[17_999]);
    assertThat(oracle.responsePercentile(99)).isEqualTo(responses[19_799]);
    assertThat(oracle.responsePercentile(99.9)).isEqualTo(responses[19_979]);
    assertThat(oracle.responsePercentile(99.99)).isEqualTo(responses[19_997]);
    assertThat(oracle.responsePercentile(100)).isEqualTo(responses[19_999]);
  }

  @Test
  void overloadOfADeterministicServer() {
    Transport transport =
        SimTransports.virtual(SimulatedSystems.delay(ServiceTime.constant(4 * MS)), 1);
    OpenLoop loop =
        new OpenLoop(
            transport,
            1,
            (n, due, start, end, outcome) -> {
              assertThat(end - due).isEqualTo(ClosedForms.dd1Response(n + 1, 4 * MS, MS));
              assertThat(end - start).isEqualTo(4 * MS);
            });
    loop.drive(n -> n * MS, 5000);
    assertThat(transport.clock().nanoTime()).isEqualTo(20_000 * MS);
  }

  private static void judge(Transport transport, int slots, double rate, QueueDistribution law) {
    Judgement judgement = new Judgement(law, OPERATIONS);
    OpenLoop loop =
        new OpenLoop(
            transport, slots, (n, due, start, end, outcome) -> judgement.add((double) (end - due)));
    loop.drive(new PoissonDue(99, rate), OPERATIONS);
    judgement.assertAgrees();
  }
}
