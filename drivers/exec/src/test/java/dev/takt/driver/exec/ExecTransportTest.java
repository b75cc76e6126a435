package dev.takt.driver.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.AsyncDriver.Completions;
import dev.takt.load.driver.AsyncDriver.Transport;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.workload.Generators;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ExecTransportTest {

  private static final long MS = 1_000_000;
  private static final long TIMEOUT = 30_000 * MS;

  private record End(int slot, Outcome outcome, long at) {}

  @TempDir private Path folder;

  private final List<End> ends = new ArrayList<>();
  private final Completions log = (slot, outcome, at) -> ends.add(new End(slot, outcome, at));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          true                    | ok
          false                   | exit code 1
          sh -c 'exit 3'          | exit code 3
          sh -c 'exit 255'        | exit code 255
          sh -c 'kill -SEGV $$'   | killed by SIGSEGV
          sh -c 'kill -KILL $$'   | killed by SIGKILL
          sh -c 'read x; exit $?' | exit code 1
          """)
  void theEndOfTheProcessIsTheOutcome(String command, String label) throws Exception {
    try (Transport transport = open(command, Map.of(), Map.of(), 1)) {
      long before = System.nanoTime();
      transport.send(0, 0, 0, log);
      awaitEnds(transport, 1);
      assertThat(ends.getFirst().outcome().label()).isEqualTo(label);
      assertThat(ends.getFirst().at()).isBetween(before, System.nanoTime());
    }
  }

  @Test
  void onlyExpectedExitCodesAreSuccesses() throws Exception {
    Map<String, Object> properties = Map.of("expect", "3, 4");
    try (Transport transport = open("sh -c 'exit 3'", Map.of(), properties, 1)) {
      transport.send(0, 0, 0, log);
      awaitEnds(transport, 1);
      assertThat(ends.getFirst().outcome()).isEqualTo(Outcome.OK);
    }
    try (Transport transport = open("true", Map.of(), properties, 1)) {
      transport.send(0, 0, 0, log);
      awaitEnds(transport, 2);
      assertThat(ends.getLast().outcome()).isEqualTo(Outcome.failed("exit code 0"));
    }
  }

  @Timing
  @Test
  void processesRunConcurrently() throws Exception {
    try (Transport transport = open("sleep 0.{uniform:2..2}", Map.of(), Map.of(), 20)) {
      long before = System.nanoTime();
      for (int slot = 0; slot < 20; slot++) {
        transport.send(slot, 0, slot, log);
      }
      awaitEnds(transport, 20);
      assertThat(ends).allMatch(end -> end.outcome().isOk() && end.at() - before >= 200 * MS);
      assertThat(ends.stream().map(End::slot).distinct()).hasSize(20);
      assertThat(ends.getLast().at() - before).as("not one after another").isLessThan(2_000 * MS);
    }
  }

  /// The event loop is busy when the process ends, which must not affect the time of the end.
  @Timing
  @Test
  void endIsTimedAtTheExitNotAtThePoll() throws Exception {
    try (Transport transport = open("true", Map.of(), Map.of(), 1)) {
      transport.send(0, 0, 0, log);
      long sent = System.nanoTime();
      Thread.sleep(500);
      transport.poll(System.nanoTime(), log);
      assertThat(ends).hasSize(1);
      assertThat(ends.getFirst().at() - sent).isLessThan(400 * MS);
    }
  }

  @Timing
  @Test
  void pollEndsAtItsDeadlineAndDoesNotWaitForAPastOne() throws Exception {
    try (Transport transport = open("sleep 60", Map.of(), Map.of(), 1)) {
      transport.send(0, 0, 0, log);
      long before = System.nanoTime();
      transport.poll(before + 50 * MS, log);
      assertThat(System.nanoTime() - before).isBetween(50 * MS, 5_000 * MS);
      transport.poll(before, log);
      assertThat(ends).isEmpty();
    }
  }

  @Test
  void cancelledProcessGroupIsKilledAndNotReported() throws Exception {
    Path pids = folder.resolve("pids");
    String script = "sleep 300 & echo $! $$ > " + pids + ".new; mv " + pids + ".new " + pids;
    try (Transport transport = open("sh -c '" + script + "; wait'", Map.of(), Map.of(), 1)) {
      transport.send(0, 0, 0, log);
      while (!Files.exists(pids)) {
        transport.poll(System.nanoTime() + 5 * MS, log);
      }
      transport.cancel(0);
      for (String pid : Files.readString(pids).strip().split(" ", -1)) {
        awaitEndOf(Long.parseLong(pid));
      }
      transport.poll(System.nanoTime() + 20 * MS, log);
      assertThat(ends).isEmpty();
    }
  }

  /// Each exit belongs to one operation; exits of cancelled ones are never reported for later ones.
  @Test
  void lateExitOfACancelledProcessIsNotReportedForTheNextOne() throws Exception {
    List<OperationSpec> operations =
        List.of(
            operation("short", Map.of("command", "true")),
            operation("next", Map.of("command", "sh -c 'sleep 0.02; exit 7'")));
    try (Transport transport = driver("exec:", Map.of(), operations).open(3)) {
      for (int n = 0; n < 60; n++) {
        int slot = n % 3;
        transport.send(slot, 0, n, log);
        // In some rounds the process has ended by then, in others not.
        long until = System.nanoTime() + n % 4 * MS;
        while (System.nanoTime() < until) {
          Thread.onSpinWait();
        }
        transport.cancel(slot);
        transport.send(slot, 1, n, log);
        awaitEnds(transport, n + 1);
        assertThat(ends.getLast().outcome().label()).isEqualTo("exit code 7");
      }
      transport.poll(System.nanoTime() + 50 * MS, log);
      assertThat(ends).hasSize(60);
    }
  }

  @Test
  void closeKillsRunningProcessesAndWaitsForThem() throws Exception {
    Path pids = Files.createDirectory(folder.resolve("pids"));
    try (Transport transport =
        open("sh -c 'touch " + pids + "/$$; exec sleep 300'", Map.of(), Map.of(), 5)) {
      for (int slot = 0; slot < 5; slot++) {
        transport.send(slot, 0, slot, log);
      }
      while (names(pids).size() < 5) {
        transport.poll(System.nanoTime() + 5 * MS, log);
      }
    }
    assertThat(ends).isEmpty();
    for (String pid : names(pids)) {
      awaitEndOf(Long.parseLong(pid));
    }
  }

  @Test
  void stdinAndCommandAreRenderedForEachOperation() throws Exception {
    Path directory = Files.createDirectory(folder.resolve("here"));
    Map<String, Object> target =
        Map.of(
            "directory", directory.toString(), "env", List.of("GREETING=good day"), "output", "o");
    Map<String, Object> operation = Map.of("stdin", "in {key} {{key}\n");
    String command =
        "sh -c 'pwd; echo \"$GREETING\"; echo $0 $1; cat >&2' {key} '{uniform:1..1000000} {key}'";
    try (Transport transport = open(command, target, operation, 1)) {
      for (int n = 0; n < 3; n++) {
        transport.send(0, 0, n, log);
        awaitEnds(transport, n + 1);
      }
    }
    List<String> lines = Files.readAllLines(folder.resolve("o"));
    assertThat(lines).hasSize(12);
    assertThat(lines.get(0)).isEqualTo(directory.toRealPath().toString());
    assertThat(lines.get(1)).isEqualTo("good day");
    for (int n = 0; n < 3; n++) {
      String[] words = lines.get(4 * n + 2).split(" ", -1);
      assertThat(words[2]).isEqualTo(words[0]);
      assertThat(lines.get(4 * n + 3)).isEqualTo("in " + words[0] + " {key}");
    }
    assertThat(lines.get(2)).isNotEqualTo(lines.get(6));
  }

  /// Each placeholder has its own values, in any word.
  @Test
  void equalPlaceholdersInDifferentWordsHaveDifferentValues() throws Exception {
    String command = "echo {uniform:1..1000000000} {uniform:1..1000000000}";
    try (Transport transport = open(command, Map.of("output", "o"), Map.of(), 1)) {
      transport.send(0, 0, 0, log);
      awaitEnds(transport, 1);
    }
    String[] words = Files.readString(folder.resolve("o")).strip().split(" ", -1);
    assertThat(words[0]).isNotEqualTo(words[1]);
  }

  @Test
  void inputLargerThanAPipeArrivesCompletely() throws Exception {
    String text = "0123456789".repeat(100_000);
    Map<String, Object> target = Map.of("output", "o");
    try (Transport transport = open("wc -c", target, Map.of("stdin", text), 1)) {
      transport.send(0, 0, 0, log);
      awaitEnds(transport, 1);
    }
    assertThat(Files.readString(folder.resolve("o")).strip()).isEqualTo("1000000");
  }

  @Test
  void unreadInputIsNotAFailure() throws Exception {
    Map<String, Object> operation = Map.of("stdin", "x".repeat(1_000_000));
    try (Transport transport = open("true", Map.of(), operation, 1)) {
      for (int n = 0; n < 5; n++) {
        transport.send(0, 0, n, log);
        awaitEnds(transport, n + 1);
      }
      assertThat(ends).allMatch(end -> end.outcome().isOk());
    }
  }

  @Test
  void programThatDisappearsDuringTheRunFailsTheOperation() throws Exception {
    Path program = folder.resolve("program");
    Files.createSymbolicLink(program, Path.of("/bin/sh"));
    try (Transport transport = open(program + " -c true", Map.of(), Map.of(), 1)) {
      transport.send(0, 0, 0, log);
      awaitEnds(transport, 1);
      Files.delete(program);
      transport.send(0, 0, 1, log);
      transport.send(0, 0, 2, log);
      awaitEnds(transport, 3);
      assertThat(ends.get(0).outcome()).isEqualTo(Outcome.OK);
      assertThat(ends.get(1).outcome().label()).contains("cannot start", "program", "ENOENT");
      assertThat(ends.get(2).outcome()).as("made once").isSameAs(ends.get(1).outcome());
    }
  }

  private void awaitEnds(Transport transport, int count) {
    long deadline = System.nanoTime() + TIMEOUT;
    while (ends.size() < count) {
      assertThat(System.nanoTime()).as("%s", ends).isLessThan(deadline);
      transport.poll(deadline, log);
    }
  }

  private static void awaitEndOf(long pid) {
    await("the end of process " + pid)
        .atMost(Duration.ofNanos(TIMEOUT))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> ProcessHandle.of(pid).isEmpty());
  }

  private static List<String> names(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static OperationSpec operation(String name, Map<String, Object> properties) {
    return new OperationSpec(name, 1, properties);
  }

  private Transport open(
      String command, Map<String, Object> target, Map<String, Object> operation, int slots)
      throws DriverException {
    return driver("exec:" + command, target, List.of(operation("run", operation))).open(slots);
  }

  private AsyncDriver driver(
      String target, Map<String, Object> properties, List<OperationSpec> operations)
      throws DriverException {
    DriverRequest request =
        new DriverRequest(
            target,
            properties,
            new WorkloadSpec(operations, Generators.NONE, null, 1),
            null,
            4,
            folder,
            message -> {});
    ExecDriverProvider provider = new ExecDriverProvider();
    assertThat(provider.check(request)).isEmpty();
    return (AsyncDriver) provider.open(request);
  }
}
