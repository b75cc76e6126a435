package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.protocol.Message;
import dev.takt.runs.clock.Exchange;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
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

  /// One that has answered once, and no longer does, gets no more than a few questions; it is asked
  /// again as soon as it answers.
  @Test
  void questionsInFlightAreBounded(@TempDir Path folder) throws Exception {
    List<Long> asked = new CopyOnWriteArrayList<>();
    try (Clocks clocks = new Clocks(Optional::empty)) {
      clocks.add("m");
      clocks.open(
          folder.resolve("clocks.bin"),
          (machine, message) -> {
            if (message instanceof Message.Ping(long sent)) {
              asked.add(sent);
              if (asked.size() == 1) {
                clocks.exchanged(machine, new Exchange(sent, sent, sent, sent + 1));
              }
            }
          });
      Awaitility.await().until(() -> asked.size() == 1 + Clocks.MAX_IN_FLIGHT);
      Thread.sleep(200);
      assertThat(asked).hasSize(1 + Clocks.MAX_IN_FLIGHT);
      for (int i = 1; i <= 3; i++) {
        long sent = asked.get(i);
        clocks.exchanged("m", new Exchange(sent, sent, sent, System.nanoTime()));
      }
      Awaitility.await().until(() -> asked.size() == 4 + Clocks.MAX_IN_FLIGHT);
      Thread.sleep(200);
      assertThat(asked).hasSize(4 + Clocks.MAX_IN_FLIGHT);
    }
  }

  /// What was lost with a connection is given up after two seconds, and answers to it are still
  /// used.
  @Test
  void lostQuestionsDoNotEndTheAsking(@TempDir Path folder) throws Exception {
    List<Long> asked = new CopyOnWriteArrayList<>();
    AtomicBoolean isCut = new AtomicBoolean();
    try (Clocks clocks = new Clocks(Optional::empty)) {
      clocks.add("m");
      clocks.open(
          folder.resolve("clocks.bin"),
          (machine, message) -> {
            if (message instanceof Message.Ping(long sent)) {
              asked.add(sent);
              if (!isCut.get()) {
                clocks.exchanged(machine, new Exchange(sent, sent, sent, sent + 1));
              }
            }
          });
      Awaitility.await().until(() -> asked.size() > 5);
      isCut.set(true);
      Thread.sleep(2_500);
      isCut.set(false);
      int before = asked.size();
      Awaitility.await().until(() -> clocks.isKnown("m"));
      assertThat(asked).hasSizeGreaterThan(before + 10);
    }
  }
}
