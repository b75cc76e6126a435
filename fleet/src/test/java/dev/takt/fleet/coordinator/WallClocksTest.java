package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.agent.Agent;
import dev.takt.fleet.agent.AgentSettings;
import dev.takt.fleet.agent.Generator;
import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.MessageFormat;
import dev.takt.load.share.FleetSettings;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.clock.Exchange;
import dev.takt.runs.clock.Offset;
import dev.takt.runs.clock.OffsetBounds;
import dev.takt.runs.clock.StatedBound;
import dev.takt.runs.clock.WallReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the kernels of the machines state, on its way from an agent to `clocks.bin`. All machines
/// have one monotonic clock here, so the true offsets are 0.
@Timeout(60)
class WallClocksTest {

  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  @TempDir Path folder;

  private final List<String> messages = new CopyOnWriteArrayList<>();

  /// A wall clock that was 0 when the monotonic clock was 0.
  private static Optional<WallReading> wallClock(long wrong, long error) {
    long now = System.nanoTime();
    return Optional.of(new WallReading(now, HOUR + now + wrong, error));
  }

  @Test
  void coordinatorUsesAndKeepsWhatIsStatedAndSaysWhatIsWrong() throws Exception {
    Coordinator coordinator =
        new Coordinator(
            new FleetSettings(
                3,
                0,
                FleetSettings.OnLoss.CONTINUE,
                Duration.ofSeconds(2),
                Duration.ofSeconds(20),
                Duration.ofMillis(300),
                FleetSettings.Collect.ALL),
            Duration.ofMinutes(2),
            new Clocks(() -> wallClock(0, 0)),
            RunDirectory.create(folder.resolve("whole")),
            new LiveLogs(1_000_000_000, Long.MAX_VALUE, true, List.of()),
            new RecordingFleetListener(messages));
    List<CheckedMachine> machines;
    try (MemoryNetwork network = new MemoryNetwork();
        Engine engine = network.member(Engine.COORDINATOR, coordinator)) {
      join(network, "right", () -> wallClock(0, 0));
      join(network, "wrong", () -> wallClock(HOUR / 2, 1_500_000));
      join(network, "silent", Optional::empty);
      machines = coordinator.check("rate: 1", engine, true);
    }

    assertThat(machines).hasSize(3).allMatch(CheckedMachine::isReady);
    for (CheckedMachine each : machines) {
      Offset clock = each.clock().orElseThrow();
      assertThat(Math.abs(clock.nanos())).isLessThanOrEqualTo(clock.errorNanos());
    }
    assertThat(messages.stream().filter(each -> each.startsWith("warning: ")))
        .singleElement()
        .asString()
        .matches(
            "warning: wrong: the kernels say that its wall clock and ours differ by at most"
                + " 1\\.5\\d\\d ms, which contradicts other readings of its clocks: it is ignored");

    List<StatedBound> right = new ArrayList<>();
    List<StatedBound> wrong = new ArrayList<>();
    Path file = folder.resolve("whole").resolve(ClockLog.FILE_NAME);
    OffsetBounds exchangesOfRight = new OffsetBounds();
    assertThat(
            ClockLog.read(
                file,
                (name, each) -> {
                  if (name.equals("right")) {
                    exchangesOfRight.add(each);
                  }
                },
                (name, each) -> {
                  assertThat(name).isNotEqualTo("silent");
                  (name.equals("right") ? right : wrong).add(each);
                }))
        .isTrue();
    // At least 50 exchanges with a pause of 20 ms.
    assertThat(right).hasSizeBetween(2, 40);
    assertThat(wrong).hasSizeBetween(2, 40);
    OffsetBounds bounds = Objects.requireNonNull(ClockLog.readBounds(file).get("right"));
    long moment = right.getLast().theirs().nanoTime();
    // The error is 0, and the message is under way for less than 1 ms.
    Offset clock = bounds.at(moment).orElseThrow();
    assertThat(Math.abs(clock.nanos())).isLessThanOrEqualTo(clock.errorNanos());
    assertThat(clock.errorNanos())
        .isLessThanOrEqualTo(
            10 + (right.getLast().ours().nanoTime() - right.getLast().asked()) / 1_900)
        .isLessThan(exchangesOfRight.at(moment).orElseThrow().errorNanos());
  }

  private void join(MemoryNetwork network, String name, Supplier<Optional<WallReading>> wallClock) {
    AgentSettings settings =
        new AgentSettings(
            name, 1, folder.resolve(name), true, Duration.ofSeconds(2), List.of(), List.of());
    Agent agent = new Agent(settings, _ -> {}, (_, _, _, its) -> ready(its), wallClock);
    Thread.ofVirtual()
        .start(() -> {
          try {
            agent.run(listener -> network.join(name, listener));
          } catch (IOException | InterruptedException e) {
            messages.add("warning: " + e);
          }
        });
  }

  /// A generator that is ready at once, and sends nothing.
  private static Generator ready(Generator.Listener listener) {
    listener.ready();
    return new Generator() {
      @Override
      public void startAt(long nanoTime) {}

      @Override
      public void stop() {
        listener.ended(0, "");
      }

      @Override
      public Duration stopTimeout() {
        return Duration.ofSeconds(10);
      }

      @Override
      public void close() {}
    };
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, -1",
    "0, 0, -1, 0",
    "0, 0, 0, 9223372036854775807",
    "0, 0, -9223372036854775808, 0",
    "9223372036854775807, 0, 0, 0"
  })
  void hostileValuesAreRefused(long sent, long nanoTime, long epoch, long error) throws Exception {
    Clocks clocks = new Clocks(() -> Optional.of(new WallReading(0, 0, 0)));
    OffsetBounds bounds = clocks.add("a");
    Mailbox mailbox = new Mailbox(clocks);
    mailbox.receive(
        "a", MessageFormat.bytes(new Message.WallClock(sent, nanoTime, epoch, error)), 0);
    assertThat(mailbox.poll(0))
        .isInstanceOfSatisfying(
            Mailbox.Event.Received.class,
            each -> assertThat(each.message()).isInstanceOf(Message.Refusal.class));
    assertThat(bounds.refutedErrorNanos()).isEmpty();
  }

  /// The file has what was known until a second before the coordinator was killed.
  @Test
  void exchangesAreInTheFileWhileTheRunGoesOn() throws Exception {
    Path file = folder.resolve(ClockLog.FILE_NAME);
    try (Clocks clocks = new Clocks(() -> wallClock(0, 0))) {
      clocks.open(file, (_, _) -> {});
      clocks.add("a");
      long now = System.nanoTime();
      clocks.exchanged("a", new Exchange(now, now, now, now));
      clocks.stated("a", now, wallClock(0, 0).orElseThrow());
      long deadline = now + TimeUnit.SECONDS.toNanos(20);
      while (Files.size(file) < 12 + 14 + 45 + 69 && System.nanoTime() < deadline) {
        Thread.sleep(20);
      }
      List<String> read = new ArrayList<>();
      ClockLog.read(file, (name, _) -> read.add(name), (name, _) -> read.add(name));
      assertThat(read).containsExactly("a", "a");
    }
  }
}
