package dev.takt.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.cli.output.Samples;
import dev.takt.lab.InstalledDrivers;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunOutputTest {

  private static final String EXIT_CODE = "exit code 5, not 0 or 3";
  private static final String WHY = "only the generator's own share breaks it";

  @TempDir Path folder;

  private int runs;

  /// A run of which only the generator broke a rule.
  private RunResult result(List<String> storageFailures, boolean interrupted) throws IOException {
    return result(
        storageFailures,
        interrupted,
        Optional.empty(),
        new AssertionResult("p99 > 20ms", "198 ms", true, "1.20 ms", WHY));
  }

  private RunResult result(
      List<String> storageFailures,
      boolean interrupted,
      Optional<String> doubt,
      AssertionResult... rules)
      throws IOException {
    RunSummary summary =
        Samples.run("fixed")
            .withGenerator(Samples.generator(Verdict.LATE, List.of()))
            .withAssertions(List.of(rules));
    RunRecord record =
        RunRecord.started(Map.of(), Environment.capture()).ended(RunRecord.State.FINISHED, summary);
    return new RunResult(
        RunDirectory.create(folder.resolve("run" + runs++)),
        record,
        summary,
        Samples.HISTOGRAMS,
        doubt,
        Optional.empty(),
        storageFailures,
        interrupted);
  }

  private static RunVerdict print(RunResult result, World world) throws PlanException {
    Plan plan =
        new PlanReader(InstalledDrivers.load())
            .read(null, Map.of("target", List.of("sim:delay=1ms")));
    return new RunOutput(world.context(), plan, RunFormat.TABLE, true, false, false, "takt run")
        .print(result);
  }

  @Test
  void exitCodeOfAnUndecidedRuleIsNamed() throws Exception {
    World world = new World(folder);

    assertThat(print(result(List.of(), false), world)).isEqualTo(RunVerdict.NOT_TRUSTED);
    assertThat(world.out()).contains("UNDECIDED", WHY, EXIT_CODE);
  }

  @Test
  void rulesDecideTheVerdictOfALateRun() throws Exception {
    AssertionResult held = new AssertionResult("p99 > 1s", "198 ms", false);
    AssertionResult broken = new AssertionResult("p50 > 1ms", "2 ms", true);
    AssertionResult undecided = new AssertionResult("p99 > 20ms", "198 ms", true, null, WHY);
    Optional<String> missed = Optional.of("SCHEDULE MISSED");

    assertThat(result(List.of(), false, missed, held).verdict()).isEqualTo(RunVerdict.OK);
    assertThat(result(List.of(), false, missed, held, broken).verdict())
        .isEqualTo(RunVerdict.RULE_BROKEN);
    assertThat(result(List.of(), false, missed, undecided, broken, held).verdict())
        .isEqualTo(RunVerdict.RULE_BROKEN);
    assertThat(result(List.of(), false, Optional.empty(), held, undecided).verdict())
        .isEqualTo(RunVerdict.NOT_TRUSTED);
    assertThat(result(List.of(), false, Optional.empty()).verdict())
        .isEqualTo(RunVerdict.NOT_TRUSTED);
    assertThat(RunVerdict.NOT_TRUSTED.worse(RunVerdict.RULE_BROKEN))
        .isEqualTo(RunVerdict.RULE_BROKEN);
  }

  @Test
  void exitCodeOfAnInterruptedRunIsNotNamedAnother() throws Exception {
    World world = new World(folder);

    assertThat(print(result(List.of(), true), world)).isEqualTo(RunVerdict.INTERRUPTED);
    assertThat(world.out()).contains("UNDECIDED").doesNotContain(EXIT_CODE);
  }

  @Test
  void exitCodeOfARunThatIsNotStoredIsNotNamedAnother() throws Exception {
    World world = new World(folder);

    assertThat(print(result(List.of("disk full"), false), world)).isEqualTo(RunVerdict.FAILED);
    assertThat(world.out()).contains("UNDECIDED").doesNotContain(EXIT_CODE);
  }
}
