package dev.takt.cli.command;

import dev.takt.cli.render.study.FindJson;
import dev.takt.cli.render.study.FindTable;
import dev.takt.cli.render.study.FindText;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.usage.PlanArguments;
import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacitySearch;
import dev.takt.lab.CapacityStep;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.rules.Assertion;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/// `takt find`: runs at one rate after the other, and prints the highest sustainable rate.
public final class FindCommand {

  private final CliContext context;
  private final ParseResult parsed;
  private final boolean json;
  private final boolean quiet;
  private final CapacitySearch.Setup setup;

  /// Why each failed run was slow, by the run's number.
  private final Map<Integer, String> explanations = new HashMap<>();

  public FindCommand(
      CliContext context, List<DriverProvider> providers, FindFlags flags, ParseResult parsed)
      throws PlanException {
    this.context = context;
    this.parsed = parsed;
    this.json = FlagValues.isJson(parsed);
    this.quiet = parsed.hasMatchedOption(Options.QUIET);
    FindFlags.Range range = FindFlags.range(parsed);
    var settings = FindFlags.settings(parsed, range);
    long pauseNanos = FindFlags.pauseNanos(parsed);
    List<Assertion> asked = FindFlags.objectives(parsed);
    PlanArguments arguments = PlanArguments.of(parsed, providers, context.directory());
    arguments.printNote(context.err());
    Plan plan =
        new PlanReader(providers).read(arguments.plan(), flags.planFlags(parsed, arguments));
    this.setup =
        new CapacitySearch.Setup(
            plan, asked, range.low(), range.high(), settings, pauseNanos, providers);
    check(plan);
  }

  /// Checks that need the parsed plan.
  private void check(Plan plan) {
    if (setup.allObjectives().isEmpty()) {
      throw FindFlags.noObjective(parsed);
    }
    if (!plan.mode().hasSchedule()) {
      throw FlagValues.wrong(
          parsed, "--mode", "there is no rate in mode throughput; use fixed or throttle");
    }
    if (plan.rate() == null) {
      throw FlagValues.wrong(
          parsed, "--schedule", "the schedule has rates of its own; use constant or poisson");
    }
    refuseInserts(plan);
    for (Assertion each : setup.objectives()) {
      each.mistake(plan.mode(), plan.operationNames())
          .ifPresent(mistake -> {
            throw FlagValues.wrong(parsed, FindFlags.SLO, each.rule() + ": " + mistake);
          });
    }
  }

  /// A workload that inserts would use the same record numbers again in each run.
  private void refuseInserts(Plan plan) {
    boolean inserts =
        plan.keyValues() != null
            && plan.operationNames().contains(KeyValueKind.INSERT.operationName());
    if (inserts) {
      throw FlagValues.wrong(
          parsed,
          "--workload",
          "find runs many times on the same records, and each run would insert the same new ones; use a workload without"
              + " inserts, such as with -p insertproportion=0");
    }
  }

  public int run() throws PlanException {
    try {
      RunDirectory directory =
          RunDirectory.create(
              context.runPath(setup.plan().out(), "find-" + setup.plan().displayTarget()));
      say("find directory " + directory.path());
      CapacitySearch search = new CapacitySearch(setup, directory, new Steps(directory));
      CapacityReport report;
      StopSignal signal = new StopSignal(search::stop, search::saveSummary);
      try (var _ = context.interrupts().onInterrupt(signal);
          var _ = UnexpectedEnd.unless(search::abort)) {
        report = search.run();
      }
      return print(report, directory);
    } catch (IOException e) {
      context.err().println("takt: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }

  private final class Steps implements CapacitySearch.Listener {
    private final RunDirectory directory;

    Steps(RunDirectory directory) {
      this.directory = directory;
    }

    /// Writes the files after each step, so that an early end loses no results.
    @Override
    public void stepped(CapacityStep step, RunResult result, CapacityReport soFar)
        throws IOException {
      result
          .explainer()
          .ifPresent(each ->
              explanations.put(step.number(), RunOutput.explanation(each, context.paint())));
      say(FindText.line(step));
      FindFiles.write(directory, soFar);
    }

    @Override
    public void warning(String message) {
      context.err().println("takt: " + message);
      context.err().flush();
    }
  }

  private int print(CapacityReport report, RunDirectory directory) {
    RunVerdict verdict = report.verdict();
    if (!report.steps().isEmpty()) {
      try {
        FindFiles.write(directory, report);
      } catch (IOException e) {
        context.err().println("takt: " + e.getMessage());
        verdict = RunVerdict.FAILED;
      }
    }
    if (json) {
      context.out().print(FindJson.write(report));
    } else if (!report.steps().isEmpty()) {
      context.out().print(FindTable.render(report, context.paint()));
      report.firstFailure().ifPresent(this::printExplanation);
      context.out().println();
      context.out().println("files       " + directory.path());
    } else {
      directory.removeIfNothingIsRecorded();
    }
    CapacityReport.Trouble trouble = report.trouble();
    if (trouble != null) {
      context.err().println("takt: " + trouble.reason());
    }
    return RunCommand.exitCode(verdict);
  }

  private void printExplanation(CapacityStep step) {
    context.out().print(explanations.getOrDefault(step.number(), ""));
    context.out().println("  more: takt explain " + step.directory());
  }

  private void say(String message) {
    if (!quiet) {
      context.err().println("takt: " + message);
      context.err().flush();
    }
  }
}
