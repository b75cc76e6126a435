package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.it.harness.DriftingClock;
import dev.takt.it.harness.Namespaces;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.harness.TaktProcess;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.Series;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Real processes that share a load, each in a network namespace of its own: the coordinator on
/// machine 1, an agent on each other.
final class MachineFleet implements AutoCloseable {

  static final int RATE = 200;
  static final long SECOND = 1_000_000_000L;

  final Namespaces machines;

  private final Path folder;
  private final long[] ahead;
  private final List<String> scripts = new ArrayList<>();
  private final List<TaktProcess> agents = new ArrayList<>();
  private @Nullable TaktProcess coordinator;

  /// Skips the test where there can be no machines.
  ///
  /// @param ahead how far the monotonic clock of each agent's machine is ahead, in seconds
  MachineFleet(Path folder, long... ahead) throws Exception {
    Optional<String> whyNot = Namespaces.whyNot();
    assumeTrue(whyNot.isEmpty(), whyNot.orElse(""));
    this.folder = folder;
    this.ahead = ahead.clone();
    assertThat(Takt.command(folder, List.of("fleet", "key", "fleet.p12")).code()).isZero();
    machines = new Namespaces(1 + ahead.length);
    for (int i = 2; i <= 1 + ahead.length; i++) {
      long its = ahead[i - 2];
      scripts.add(its == 0 ? machines.script(i) : machines.script(i, its));
    }
  }

  /// Lets the clock of a machine run faster or slower.
  ///
  /// @param since when it is ahead by just as much as was said, on the clock of this machine
  void drift(DriftingClock clock, int machine, int ppm, long since) {
    int i = machine - 2;
    scripts.set(i, clock.in(scripts.get(i), ppm, since + ahead[i] * SECOND));
  }

  /// Starts a run, and waits until it has gone on for some seconds.
  ///
  /// @param more flags of the run
  void start(int seconds, int orphanSeconds, long sinceStart, String... more) throws Exception {
    String at = machines.address(1) + ":7946";
    String key = folder.resolve("fleet.p12").toString();
    List<String> flags = new ArrayList<>(List.of(more));
    flags.addAll(
        List.of(
            "--target=sim:delay=1ms",
            "--rate=" + RATE + "/s",
            "--duration=" + seconds + "s",
            "--fleet=listen:" + at,
            "--machines=" + ahead.length,
            "--fleet-key=" + key,
            "--orphan=" + orphanSeconds + "s"));
    TaktProcess whole =
        TaktProcess.inShell(
            Files.createDirectory(folder.resolve("whole")),
            machines.script(1),
            flags.toArray(String[]::new));
    coordinator = whole;
    for (int i = 2; i <= 1 + ahead.length; i++) {
      agents.add(
          TaktProcess.commandInShell(
              Files.createDirectory(folder.resolve("agent" + i)),
              scripts.get(i - 2),
              List.of(
                  "fleet",
                  "join",
                  at,
                  "--fleet-key=" + key,
                  "--join-timeout=20s",
                  "--name=m" + i)));
    }
    whole.awaitWord("start in");
    long start = whole.awaitOrigin();
    Thread.sleep(Duration.ofNanos(start + sinceStart * SECOND - System.nanoTime()));
  }

  TaktProcess coordinator() {
    return Objects.requireNonNull(coordinator);
  }

  TaktProcess agent(int machine) {
    return agents.get(machine - 2);
  }

  ProcessHandle generator(int machine) {
    return agent(machine)
        .process()
        .descendants()
        .filter(each -> commandLine(each).contains("--share"))
        .findFirst()
        .orElseThrow();
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
    } catch (IOException _) {
      return ""; // it has ended
    }
  }

  long generators(int machine) {
    return agent(machine).process().descendants().filter(ProcessHandle::isAlive).count();
  }

  static void signal(String name, ProcessHandle process) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor())
        .isZero();
  }

  RunDirectory directory() throws IOException {
    return RunDirectory.open(folder.resolve("whole/run"));
  }

  RunDirectory directory(int machine) throws IOException {
    return RunDirectory.open(folder.resolve("whole/run/machines/m" + machine));
  }

  Balance balance() throws IOException {
    return balance(directory().read());
  }

  static Balance balance(RunRecord run) {
    return Objects.requireNonNull(run.summary()).results().balance();
  }

  /// What the result says of a machine.
  Fleet.Machine machine(int number) throws IOException {
    return Objects.requireNonNull(directory().read().fleet()).machines().get(number - 2);
  }

  /// How many response times were received of a machine.
  long received(int machine) throws IOException {
    return counts(log(machine)).getOrDefault("read-rt", 0L);
  }

  private Path log(int machine) {
    return folder.resolve("whole/run/machines/m" + machine + "/latency.hdr");
  }

  private static Map<String, Long> counts(Path... logs) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    for (Series each :
        LogAlgebra.summarize(
                Stream.of(logs).map(LogSource::of).toList(), Selection.ALL, new Problems())
            .series()) {
      counts.put(each.name(), each.spectrum().total());
    }
    return counts;
  }

  void assertUnion() throws IOException {
    List<Path> logs = new ArrayList<>();
    for (int i = 2; i <= 1 + ahead.length; i++) {
      logs.add(log(i));
    }
    assertThat(counts(directory().latencyLog())).isEqualTo(counts(logs.toArray(Path[]::new)));
  }

  /// Nothing was lost, and each machine sent its share.
  void assertExact(Ran ran, int seconds) throws Exception {
    assertThat(ran.code()).as(ran.out() + ran.err()).isIn(0, 5); // 5: the machine may be too busy
    int all = RATE * seconds;
    assertThat(balance()).isEqualTo(new Balance(all, all, 0, 0, 0, 0));
    assertUnion();
    for (int i = 2; i <= 1 + ahead.length; i++) {
      assertThat(machine(i).state()).isEqualTo(Fleet.State.FINISHED);
      assertThat(received(i)).isEqualTo(all / ahead.length);
      Ran agent = agent(i).await();
      assertThat(agent.code()).as(agent.err()).isZero();
    }
  }

  /// The run that an agent kept, where it says.
  static RunRecord kept(Ran agent) throws IOException {
    String said = "all files are kept in ";
    int at = agent.err().indexOf(said);
    assertThat(at).as(agent.err()).isNotNegative();
    Path kept = Path.of(agent.err().substring(at + said.length()).lines().findFirst().orElse(""));
    return RunDirectory.open(kept.resolve("run")).read();
  }

  @Override
  public void close() {
    agents.forEach(TaktProcess::close);
    if (coordinator != null) {
      coordinator.close();
    }
    machines.close();
  }
}
