package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.harness.TaktProcess;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.testing.Timing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands as targets: one process for each operation, recorded like any other.
class ExecTest {

  private static final long MS = 1_000_000;

  @TempDir private Path directory;

  /// What a process takes is known: no less than it sleeps, and not the time of those before it.
  @Timing
  @Test
  void aCommandThatSleepsTakesAtLeastThatLong() throws Exception {
    Ran run =
        Takt.measure(
            directory,
            "--target=exec:sleep 0.1",
            "--rate=50/s",
            "--count=100",
            "--connections=50",
            "--format=json");
    RunSummary summary = run.printedSummary();
    assertThat(summary.results().balance()).isEqualTo(new Balance(100, 100, 0, 0, 0, 0));
    List<OperationRecord> operations = run.operations();
    assertThat(operations).hasSize(100);
    for (OperationRecord each : operations) {
      assertThat(each.end() - each.start()).isGreaterThanOrEqualTo(100 * MS);
      assertThat(each.start()).isGreaterThanOrEqualTo(each.intended());
    }
    Sample service = Sample.of(operations, each -> each.end() - each.start());
    assertThat(service.percentile(50)).as("%s", service).isLessThan(200 * MS);
    assertThat(Objects.requireNonNull(summary.results().total().service()).p50())
        .isGreaterThanOrEqualTo(99 * MS);
    assertThat(tags(run)).contains("exec-rt", "exec-st", "exec-wt");
  }

  /// With one slot, 10 processes of 50 ms each, all due at once, wait for each other: the n-th
  /// answers after n times 50 ms at the earliest.
  @Test
  void whatWaitsForASlotIsMeasuredFromWhenItWasDue() throws Exception {
    Ran run =
        Takt.measure(
            directory,
            "--target=exec:sleep 0.05",
            "--rate=1000/s",
            "--count=10",
            "--connections=1",
            "--threads=1",
            "--format=json");
    List<OperationRecord> operations = run.operationsByIntended();
    assertThat(operations).hasSize(10);
    for (int n = 0; n < 10; n++) {
      OperationRecord each = operations.get(n);
      assertThat(each.end() - each.intended()).isGreaterThanOrEqualTo((50L * (n + 1) - n) * MS);
    }
  }

  @Test
  void failuresAreCountedByHowTheyEnded() throws Exception {
    Path plan = directory.resolve("plan.yaml");
    Files.writeString(
        plan,
        """
        target: 'exec:'
        rate: 50/s
        duration: 2s
        timeout: 300ms
        connections: 40
        operations:
          - {name: good, command: 'true'}
          - {name: bad, command: sh -c 'exit 3'}
          - {name: ugly, command: sh -c 'kill -KILL $$'}
          - {name: late, command: sleep 60}
        """);
    Ran run = Takt.measure(directory, plan.toString(), "--format=json");
    RunSummary summary = run.printedSummary();
    assertThat(summary.results().balance().isExact()).isTrue();
    assertThat(summary.results().balance().intended()).isEqualTo(100);
    assertThat(summary.failures().counts().keySet())
        .containsExactlyInAnyOrder("exit code 3", "killed by SIGKILL", "timed out");
    assertThat(summary.results().operations()).hasSize(4);
    assertThat(summary.results().balance().completed())
        .isEqualTo(summary.results().operations().getFirst().balance().intended());
    assertThat(run.operations())
        .filteredOn(each -> each.state() == OperationState.TIMED_OUT)
        .isNotEmpty()
        .allMatch(each -> each.end() - each.start() >= 300 * MS);
  }

  @Test
  void aProgramThatIsNotThereEndsTheRunBeforeItBegins() throws Exception {
    Ran run = Takt.measure(directory, "--target=exec:/no/such", "--duration=1s");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("/no/such");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void malformedCommandExitsWithUsageError() throws Exception {
    Ran run = Takt.measure(directory, "--target=exec:git 'log", "--duration=1s");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("--target: ").contains("column 5", "a ' is not closed");
  }

  /// SIGKILL leaves takt no chance to end what it started.
  @Test
  void whatRunsGoesWithTaktWhenThatIsKilled() throws Exception {
    Path pids = Files.createDirectory(directory.resolve("pids"));
    String command = "exec:sh -c 'touch " + pids + "/$$; exec sleep 300'";
    try (TaktProcess takt =
        TaktProcess.measure(directory, "--target=" + command, "--rate=20/s", "--self-warmup=off")) {
      while (names(pids).size() < 3) {
        assertThat(takt.process().isAlive()).isTrue();
        Thread.sleep(10);
      }
      takt.process().destroyForcibly().waitFor();
    }
    long deadline = System.nanoTime() + 30_000 * MS;
    for (String pid : names(pids)) {
      while (ProcessHandle.of(Long.parseLong(pid)).isPresent()) {
        assertThat(System.nanoTime()).as(pid).isLessThan(deadline);
        Thread.sleep(10);
      }
    }
  }

  private static List<String> names(Path folder) throws Exception {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static List<String> tags(Ran run) throws Exception {
    try (var lines = Files.lines(run.directory().latencyLog())) {
      return lines
          .filter(line -> line.startsWith("Tag="))
          .map(line -> line.substring("Tag=".length(), line.indexOf(',')))
          .distinct()
          .toList();
    }
  }
}
