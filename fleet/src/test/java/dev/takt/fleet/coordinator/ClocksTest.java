package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.protocol.Message;
import dev.takt.runs.clock.Exchange;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClocksTest {

  private static final long MILLI = 1_000_000;

  /// At most a thousand a second.
  @ParameterizedTest
  @CsvSource({
    "20, 0, 20000",
    "20, 1, 20000",
    "20, 5, 4000",
    "20, 20, 1000",
    "20, 100, 1000",
    "500, 100, 5000",
    "500, 1000, 1000"
  })
  void questionsAreSpreadAndBoundedInAll(long wantedMillis, int machines, long micros) {
    assertThat(Clocks.nanosBetween(wantedMillis * MILLI, machines)).isEqualTo(micros * 1_000);
  }

  @ParameterizedTest
  @CsvSource({"1, 50", "40, 50", "100, 20", "200, 10", "1000, 10"})
  void ofManyMachinesFewerExchangesAreAwaited(int machines, int exchanges) {
    assertThat(Clocks.exchangesForStart(machines)).isEqualTo(exchanges);
  }

  /// A machine that does not answer is asked again after two seconds only; one that answers, each
  /// 20 ms.
  @Test
  void machineIsAskedAgainOnceItHasAnswered(@TempDir Path folder) throws Exception {
    Map<String, AtomicInteger> asked =
        Map.of("silent", new AtomicInteger(), "quick", new AtomicInteger());
    try (Clocks clocks = new Clocks(Optional::empty)) {
      clocks.add("silent");
      clocks.add("quick");
      clocks.open(
          folder.resolve("clocks.bin"),
          (machine, message) -> {
            Objects.requireNonNull(asked.get(machine)).incrementAndGet();
            if (machine.equals("quick") && message instanceof Message.Ping(long sent)) {
              clocks.exchanged(machine, new Exchange(sent, sent, sent, sent + 1));
            }
          });
      Thread.sleep(500);
    }
    assertThat(Objects.requireNonNull(asked.get("silent")).get()).isEqualTo(1);
    assertThat(Objects.requireNonNull(asked.get("quick")).get()).isBetween(2, 26);
  }
}
