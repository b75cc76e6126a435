package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.Message.FileFacts;
import dev.takt.fleet.protocol.Message.Piece;
import dev.takt.fleet.protocol.Message.Pull;
import dev.takt.runs.clock.OffsetBounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectionTurnsTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  /// What a machine was asked for and has not sent.
  private record Asked(Machine machine, Pull pull) {}

  @TempDir private Path folder;

  private final List<Machine> machines = new ArrayList<>();
  private final Queue<Asked> inFlight = new ArrayDeque<>();
  private final Set<Machine> lost = new HashSet<>();

  private CollectionTurns turns(int count) {
    for (int i = 0; i < count; i++) {
      Machine[] made = new Machine[1];
      FileCollector files =
          new FileCollector(
              folder.resolve("m" + i), pull -> inFlight.add(new Asked(made[0], pull)));
      made[0] =
          new Machine(
              "m" + i,
              new Message.Hello(Message.VERSION, "1", "h", 1, 1, i),
              new OffsetBounds(),
              files);
      machines.add(made[0]);
    }
    return new CollectionTurns(machines, CollectionTurnsTest::setWindow);
  }

  private static void setWindow(Machine machine, int pieces) {
    try {
      machine.files.setWindow(pieces);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isCollecting(Machine machine) {
    return !machine.files.isDone() && !lost.contains(machine);
  }

  /// All machines list a file of zeros.
  private void list(long size) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (long i = 0; i < size; i++) {
      digest.update((byte) 0);
    }
    FileFacts file = new FileFacts("f", size, HexFormat.of().formatHex(digest.digest()));
    for (Machine each : machines) {
      each.files.collect(List.of(file));
    }
  }

  private void answer(Asked asked) throws IOException {
    Pull pull = asked.pull();
    asked.machine().files.add(new Piece(pull.file(), pull.offset(), new byte[pull.length()]));
  }

  @ParameterizedTest
  @CsvSource({"1, 16", "16, 256", "20, 240", "70, 256"})
  void allMachinesTogetherHaveALimitedNumberOfPiecesInFlight(int count, int expected)
      throws Exception {
    CollectionTurns turns = turns(count);
    list(count > 20 ? 6 * FileCollector.PIECE : 20 * FileCollector.PIECE);
    assertThat(inFlight).as("before they have a turn").isEmpty();
    int most = 0;
    while (turns.give(this::isCollecting)) {
      most = Math.max(most, inFlight.size());
      answer(inFlight.remove());
    }
    assertThat(most).isEqualTo(expected);
    assertThat(machines).allMatch(Machine::isCollected);
  }

  @Test
  void machineThatIsLostGivesItsTurnBackAndGetsAnotherOne() throws Exception {
    CollectionTurns turns = turns(CollectionTurns.MAX_MACHINES + 1);
    list(1);
    Machine first = machines.getFirst();
    Machine last = machines.getLast();
    turns.give(this::isCollecting);
    assertThat(inFlight).noneMatch(each -> each.machine() == last);
    lost.add(first);
    turns.give(this::isCollecting);
    assertThat(inFlight).anyMatch(each -> each.machine() == last);

    inFlight.clear();
    lost.clear();
    list(1); // the first one is back, and each lists its files again
    assertThat(inFlight).noneMatch(each -> each.machine() == first);
    while (turns.give(this::isCollecting)) {
      answer(inFlight.remove());
    }
    assertThat(machines).allMatch(Machine::isCollected);
  }

  @Test
  void machineThatWaitsForItsTurnIsNotSilentButOneThatHasListedNothingIs() throws Exception {
    CollectionTurns turns = turns(CollectionTurns.MAX_MACHINES + 2);
    list(1);
    Machine unlisted = machines.removeLast();
    unlisted.files.forget();
    machines.add(unlisted);
    machines.forEach(each -> each.heardNanos -= 2 * LONG.toNanos());
    turns.give(this::isCollecting);
    assertThat(machines).filteredOn(each -> each.isSilentFor(LONG)).containsExactly(unlisted);
  }
}
