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

  private static final String EXIT_CODE = "exit code 5 instead of 3";

  @TempDir Path folder;

  /// A run that broke a rule while its generator was late.
  private RunResult result(List<String> storageFailures, boolean interrupted) throws IOException {
    RunSummary summary =
        Samples.judged(Samples.run("fixed"))
            .withGenerator(Samples.generator(Verdict.LATE, List.of()));
    RunRecord record =
        RunRecord.started(Map.of(), Environment.capture()).ended(RunRecord.State.FINISHED, summary);
    return new RunResult(
        RunDirectory.create(folder.resolve("run")),
        record,
        summary,
        Samples.HISTOGRAMS,
        Optional.empty(),
        Optional.empty(),
        storageFailures,
        interrupted);
  }

  private static RunVerdict print(RunResult result, World world) throws PlanException {
    Plan plan =
        new PlanReader(InstalledDrivers.load())
            .read(null, Map.of("target", List.of("sim:delay=1ms")));
    return new RunOutput(world.context(), plan, RunFormat.TABLE, true, false, false).print(result);
  }

  @Test
  void exitCodeOfABrokenRuleInAnUntrustedRunIsNamed() throws Exception {
    World world = new World(folder);

    assertThat(print(result(List.of(), false), world)).isEqualTo(RunVerdict.NOT_TRUSTED);
    assertThat(world.out()).contains("BROKEN", EXIT_CODE);
  }

  @Test
  void exitCodeOfAnInterruptedRunIsNotNamedAnother() throws Exception {
    World world = new World(folder);

    assertThat(print(result(List.of(), true), world)).isEqualTo(RunVerdict.INTERRUPTED);
    assertThat(world.out()).contains("BROKEN").doesNotContain(EXIT_CODE);
  }

  @Test
  void exitCodeOfARunThatIsNotStoredIsNotNamedAnother() throws Exception {
    World world = new World(folder);

    assertThat(print(result(List.of("disk full"), false), world)).isEqualTo(RunVerdict.FAILED);
    assertThat(world.out()).contains("BROKEN").doesNotContain(EXIT_CODE);
  }
}
