package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import dev.takt.watch.jvm.VictimJvm.Deed;
import dev.takt.watch.locks.ThreadWaits;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.MeasuredPart;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DearEventsTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void waitsForSocketsAreRecordedUntilThatCostsTooMuch(int version) throws Exception {
    Findings found = watched(version, WatchLevel.DEFAULT, "ask", "5", "chat", "5000", "ask", "5");

    assertThat(asked(found)).as("before, and not after").isEqualTo(5);
    assertThat(found.notObservable().stream().filter(DearEventsTest::isOfSockets))
        .singleElement()
        .satisfies(each -> assertThat(each.why()).matches("from \\d+ s on: its process reads .*"));
  }

  @ParameterizedTest
  @ValueSource(ints = 25)
  void whoAsksSeldomIsRecordedToTheEnd(int version) throws Exception {
    Findings found = watched(version, WatchLevel.DEFAULT, "ask", "5", "sleep", "3000", "ask", "5");

    assertThat(asked(found)).isEqualTo(10);
    assertThat(found.notObservable()).noneMatch(DearEventsTest::isOfSockets);
  }

  @ParameterizedTest
  @ValueSource(ints = 25)
  void deepPaysThePrice(int version) throws Exception {
    Findings found = watched(version, WatchLevel.DEEP, "ask", "5", "chat", "5000", "ask", "5");

    assertThat(asked(found)).isEqualTo(10);
    assertThat(found.notObservable()).noneMatch(DearEventsTest::isOfSockets);
  }

  private Findings watched(int version, WatchLevel level, String... deeds) throws Exception {
    try (VictimJvm victim = VictimJvm.start(version, directory, List.of("-Xmx256m"), deeds)) {
      JvmObserver observer =
          JvmObserver.ofPid(
              Side.TARGET,
              victim.pid(),
              level,
              directory,
              ThreadWaits.at(level, new MeasuredPart()));
      observer.start();
      List<Deed> done = victim.goAndAwait();
      assertThat(done).isNotEmpty();
      Findings found = observer.finish();
      assertThat(recordings(victim.pid())).contains("No available recordings");
      try (Stream<Path> files = Files.list(directory)) {
        assertThat(files.map(each -> each.getFileName().toString()))
            .noneMatch(name -> name.endsWith(".jfc"));
      }
      return found;
    }
  }

  private static boolean isOfSockets(NotObservable each) {
    return each.what().equals("waits for sockets");
  }

  /// How often the target waited for the service's answer.
  private static long asked(Findings found) {
    return found.stalls().stream()
        .filter(each -> each.kind() == StallKind.SOCKET_IO)
        .filter(each -> each.nanos() >= 25_000_000)
        .filter(each -> isMain(each))
        .count();
  }

  private static boolean isMain(Stall each) {
    return each.thread() != null && each.thread().name().equals("main");
  }

  private static String recordings(long pid) throws JvmException {
    try (JvmCommands commands = JvmCommands.of(pid)) {
      return commands.run("JFR.check");
    }
  }
}
