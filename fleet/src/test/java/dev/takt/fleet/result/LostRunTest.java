package dev.takt.fleet.result;

import static dev.takt.fleet.result.SyntheticMachine.MILLI;
import static dev.takt.fleet.result.SyntheticMachine.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.lab.RunResult;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.PlanLaunch;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A run of 100 operations on two machines. Of one the log of the first 2 s was received, with 20
/// of its 50 operations. What is known: 60 operations of 1 ms and 10 of 20 ms.
class LostRunTest {

  private static final long START = 5_000 * SECOND;

  @TempDir private Path folder;

  private RunResult merge(String rule) throws Exception {
    return merge(Plans.launch("duration", "5s", "fail-if", rule), 2);
  }

  private RunResult merge(PlanLaunch launch, int intervals) throws IOException {
    return merge(launch, whole(launch).write(folder), lost(launch).write(folder, intervals));
  }

  private RunResult merge(PlanLaunch launch, MachinePart... parts) throws IOException {
    return MergedRun.merge(
        launch,
        MergedRun.started(launch.plan(), START),
        List.of(parts),
        RunDirectory.create(folder.resolve("merged")),
        text -> {
          throw new AssertionError(text);
        });
  }

  private static SyntheticMachine whole(PlanLaunch launch) {
    SyntheticMachine machine =
        new SyntheticMachine(launch.plan(), "m1", "1/2", new Fleet.Clock(9 - START, 1_000, 0), 9);
    for (int i = 0; i < 50; i++) {
      machine.operation(
          0, OperationState.COMPLETED, 100L * i * MILLI, 0, i < 40 ? MILLI : 20 * MILLI);
    }
    return machine;
  }

  private static SyntheticMachine lost(PlanLaunch launch) {
    return lost(launch, "m2", "2/2");
  }

  private static SyntheticMachine lost(PlanLaunch launch, String name, String share) {
    SyntheticMachine machine =
        new SyntheticMachine(launch.plan(), name, share, Fleet.Clock.SAME, START);
    machine.state = Fleet.State.LOST;
    for (int i = 0; i < 50; i++) {
      machine.operation(0, OperationState.COMPLETED, 100L * i * MILLI + 50 * MILLI, 0, MILLI);
    }
    return machine;
  }

  @Test
  void whatIsNotReceivedIsLostAndLeads() throws Exception {
    RunResult result = merge("p50 > 5ms");

    String text = "achine m2 (share 2/2) was lost after 2 s: 30 operations unknown";
    assertThat(result.summary().results().balance())
        .isEqualTo(new Balance(100, 70, 0, 0, 0, 0, 30L));
    assertThat(result.summary().results().total().service().count()).isEqualTo(70);
    assertThat(result.summary().warnings()).first().isEqualTo("m" + text);
    assertThat(result.summary().heading().headline())
        .isEqualTo(
            "M"
                + text
                + ". p50 1.00 ms, p99 20.0 ms, max 20.0 ms;"
                + " 70 of 100 operations succeeded (30 unknown).");
    assertThat(result.verdict()).isEqualTo(RunVerdict.NOT_TRUSTED);
    assertThat(RunVerdict.of(result.directory().read())).isEqualTo(RunVerdict.NOT_TRUSTED);
    assertThat(result.recordedSummary().execution().complete()).isFalse();
    assertThat(result.recordedSummary().results().rate().achieved()).isEqualTo(14);
  }

  @Test
  void manyLostMachinesAreOneSentence() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s");
    List<MachinePart> parts = new ArrayList<>();
    for (int i = 2; i <= 5; i++) {
      parts.add(lost(launch, "m" + i, i + "/5").part(folder));
    }
    parts.add(whole(launch).write(folder));

    RunResult result = merge(launch, parts.toArray(MachinePart[]::new));

    // Of 100 operations each machine was to send 20.
    String text = "4 machines were lost or failed (m2, m3, m4 and 1 more): 80 operations unknown";
    assertThat(result.summary().warnings()).startsWith(text).noneMatch(each -> each.contains("m5"));
    assertThat(result.summary().heading().headline()).startsWith(text + ". ");
  }

  /// The machine may have been killed while it wrote, or its files while they were received.
  @Test
  void logThatEndsWithinALineIsReadUpToIt() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s");
    MachinePart whole = whole(launch).write(folder);
    MachinePart lost = lost(launch).write(folder, 2);
    Files.writeString(
        lost.directory().resolve("latency.hdr"),
        "Tag=read-rt,2.000,1.000,1.0,HISTFAAAA",
        StandardOpenOption.APPEND);
    Files.delete(lost.directory().resolve("run.json"));

    RunResult result = merge(launch, whole, lost);

    assertThat(result.summary().results().balance().lost()).isEqualTo(30);
    assertThat(result.verdict()).isEqualTo(RunVerdict.NOT_TRUSTED);
  }

  @Test
  void machineOfWhichNothingIsKnownLosesItsWholeShare() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s", "warmup", "1s");
    MachinePart whole = whole(launch).write(folder);
    MachinePart lost = lost(launch).part(folder);

    RunResult result = merge(launch, whole, lost);

    assertThat(result.summary().results().balance())
        .isEqualTo(new Balance(80, 40, 0, 0, 0, 0, 40L));
    assertThat(result.summary().results().warmup()).isEqualTo(new Balance(20, 10, 0, 0, 0, 0, 10L));
    assertThat(result.summary().warnings())
        .first()
        .isEqualTo(
            "machine m2 (share 2/2) was lost before its first interval: 40 operations unknown");
  }

  @Test
  void runOfWhichNothingWasRecordedHasNoRate() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s", "warmup", "1s");
    MachinePart first = lost(launch, "m1", "1/2").part(folder);
    MachinePart second = lost(launch).part(folder);

    RunResult result = merge(launch, first, second);

    assertThat(result.summary().results().rate()).isEqualTo(new Rate(0.0, 0));
    assertThat(result.summary().results().balance()).isEqualTo(new Balance(80, 0, 0, 0, 0, 0, 80L));
  }

  /// Without a measurement a rule is not broken: all lost operations may have succeeded in time.
  @ParameterizedTest
  @CsvSource({
    "write.p99 > 5ms,  at least 0 ns",
    "write.mean > 5ms, at least 0 ns",
    "write.p99 < 5ms,  at least 0 ns",
  })
  void ruleOfWhoseOperationNothingIsKnownIsUndecided(String rule, String actual) throws Exception {
    PlanLaunch launch =
        Plans.launch(
            "duration", "5s", "operations", "[{name: read}, {name: write}]", "fail-if", rule);

    RunResult result = merge(launch, whole(launch).write(folder), lost(launch).part(folder));

    AssertionResult verdict = result.summary().assertions().getFirst();
    assertThat(verdict.actual()).isEqualTo(actual);
    assertThat(verdict.undecided()).matches("write.* at least 0 ns, because .* is unknown");
    assertThat(result.verdict()).isEqualTo(RunVerdict.NOT_TRUSTED);
  }

  /// The generator was stopped for 2 ms in all, which may have made the 20 ms of the slowest.
  @Test
  void unknownShareOfTheGeneratorNamesTheMachineWithoutOperations() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s", "fail-if", "p99 > 19ms");
    SyntheticMachine whole = whole(launch);
    whole.verdict = GeneratorReport.Verdict.STALLED;
    RunDirectory directory = RunDirectory.create(folder.resolve("merged"));
    MachinePart lost = lost(launch).write(folder.resolve("merged/machines"), 2);
    Files.delete(lost.directory().resolve("operations.bin"));

    RunResult result =
        MergedRun.merge(
            launch,
            MergedRun.started(launch.plan(), START),
            List.of(whole.write(folder.resolve("merged/machines")), lost),
            directory,
            text -> {
              throw new AssertionError(text);
            });

    assertThat(result.summary().assertions().getFirst().undecided())
        .isEqualTo("the generator's share is unknown: the operations of m2 are missing");
  }

  @ParameterizedTest
  @CsvSource({
    "p50 > 5ms,    false, ,                                  1.00 ms",
    "p99 > 5ms,    true,  ,                                  at least 20.0 ms",
    "p65 > 5ms,    ,      p65 between 1.00 and 20.0 ms,      1.00 to 20.0 ms",
    "p99 > 30ms,   ,      p99 at least 20.0 ms,              at least 20.0 ms",
    "mean > 30ms,  ,      mean at least,                     at least",
    "errors > 50,  false, ,                                  0 to 30",
    "errors > 10,  ,      errors between 0 and 30,           0 to 30",
    "errors > 40%, false, ,                                  0 to 30 %",
    "rate < 14.5/s, ,     rate between 14/s and 20/s,        14/s to 20/s",
    "rate < 21/s,  true,  ,                                  14/s to 20/s",
  })
  void ruleIsDecidedIfItIsInBothExtremes(
      String rule, Boolean broken, String undecided, String actual) throws Exception {
    RunResult result = merge(rule);

    AssertionResult verdict = result.summary().assertions().getFirst();
    assertThat(verdict.actual()).startsWith(actual);
    if (broken == null) {
      assertThat(verdict.undecided())
          .startsWith(undecided)
          .endsWith("because the outcome of 30 operations is unknown");
      assertThat(result.summary().heading().headline())
          .contains("A rule is undecided: " + verdict.undecided());
      assertThat(result.summary().heading().generatorDecides()).isFalse();
    } else {
      assertThat(verdict.undecided()).isNull();
      assertThat(verdict.broken()).isEqualTo(broken);
    }
    assertThat(result.verdict())
        .isEqualTo(broken != null && broken ? RunVerdict.RULE_BROKEN : RunVerdict.NOT_TRUSTED);
  }
}
