package dev.takt.fleet.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.agent.Agent;
import dev.takt.fleet.engine.FleetKey;
import dev.takt.fleet.engine.RouterEngine;
import dev.takt.lab.RunResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Many agents in this JVM, over real connections with TLS and with simulated generators: all join,
/// start and are collected.
@Tag("slow")
@Timeout(300)
class ManyAgentsTest {

  @TempDir private Path folder;

  @Test
  void allJoinStartAndAreCollected() throws Exception {
    int count = 100;
    KnownLoad load = KnownLoad.of(10 * count, 5, 1);
    FleetKey.create(folder.resolve("fleet.p12"));
    Optional<FleetKey> key = Optional.of(FleetKey.read(folder.resolve("fleet.p12")));
    long begin = System.nanoTime();
    long[] agreed = new long[1];
    try (SimulatedFleet fleet =
            new SimulatedFleet(
                folder, load, count, Duration.ofSeconds(5), start -> agreed[0] = start);
        RouterEngine engine =
            RouterEngine.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                key,
                fleet.coordinator)) {
      InetSocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), engine.port());
      for (int i = 0; i < count; i++) {
        String name = "m" + i;
        fleet.join(name, 1, each -> RouterEngine.join(at, name, key, Duration.ofMinutes(2), each));
      }
      RunResult result = fleet.run(engine);
      long end = System.nanoTime();

      assertThat(Objects.requireNonNull(result.record().fleet()).machines())
          .hasSize(count)
          .allMatch(each -> each.state() == Fleet.State.FINISHED);
      Balance balance = result.summary().results().balance();
      assertThat(balance.intended()).isEqualTo(load.count());
      assertThat(balance.isExact()).isTrue();
      assertThat(balance.lost()).isZero();
      for (var each : fleet.results.values()) {
        assertThat(each.get(20, TimeUnit.SECONDS)).isEqualTo(Agent.Result.COLLECTED);
      }
      Runtime jvm = Runtime.getRuntime();
      System.out.printf(
          "%d agents: ready after %d ms, 5 s of load, collected and merged %d ms after it, heap %d"
              + " MB%n",
          count,
          (agreed[0] - begin) / 1_000_000 - 5_000,
          (end - agreed[0]) / 1_000_000 - 5_000,
          (jvm.totalMemory() - jvm.freeMemory()) >> 20);
    }
  }
}
