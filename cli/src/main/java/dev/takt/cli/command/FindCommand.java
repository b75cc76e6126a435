package dev.takt.cli.command;

import dev.takt.cli.flags.FindFlags;
import dev.takt.cli.get.Downloads;
import dev.takt.cli.render.study.FindJson;
import dev.takt.cli.render.study.FindTable;
import dev.takt.cli.render.study.FindText;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.StopSignal;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacitySearch;
import dev.takt.lab.CapacityStep;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.source.PlanException;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/// `takt find`: runs at one rate after the other, or with one number of users, and prints the
/// highest that holds.
public final class FindCommand {

  private final CliContext context;
  private final boolean json;
  private final boolean quiet;
  private final CapacitySearch.Setup setup;

  /// Why each failed run was slow, by the run's number.
  private final Map<Integer, String> explanations = new HashMap<>();

  public FindCommand(CliContext context, FindFlags flags, ParseResult parsed) throws PlanException {
    this(context, flags.setup(parsed, context), parsed);
  }

  /// @param parsed what is shown
  public FindCommand(CliContext context, CapacitySearch.Setup setup, ParseResult parsed) {
    this.context = context;
    this.json = FlagValues.isJson(parsed);
    this.quiet = parsed.hasMatchedOption(Options.QUIET);
    this.setup = setup;
  }

  public int run() throws PlanException {
    int missing = Downloads.require(setup.plan().target().address(), context);
    if (missing != ExitCode.OK) {
      return missing;
    }
    try {
      RunDirectory directory =
          RunDirectory.create(
              context.runPath(setup.plan().out(), "find-" + setup.plan().displayTarget()));
      say("find directory " + directory.path());
      CapacitySearch search = new CapacitySearch(setup, directory, new Steps(directory));
      CapacityReport report;
      try (var _ =
          StopSignal.register(
              context, directory.path(), search::stop, search::saveSummary, search::abort)) {
        report = search.run();
      }
      return print(report, directory);
    } catch (IOException e) {
      context.message(e.getMessage());
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
      if (!json) {
        result
            .explainer()
            .ifPresent(each ->
                explanations.put(step.number(), RunOutput.explanation(each, context.paint())));
      }
      say(FindText.line(step, soFar.text(step.rate())));
      FindFiles.write(directory, soFar);
    }

    @Override
    public void warning(String message) {
      context.message(message);
    }
  }

  private int print(CapacityReport report, RunDirectory directory) {
    RunVerdict verdict = report.verdict();
    if (!report.steps().isEmpty()) {
      try {
        FindFiles.write(directory, report);
      } catch (IOException e) {
        context.message(e.getMessage());
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
      context.message(trouble.reason());
    }
    return RunCommand.exitCode(verdict);
  }

  private void printExplanation(CapacityStep step) {
    context.out().print(explanations.getOrDefault(step.number(), ""));
    context.out().println("  more: " + context.typed("takt explain") + " " + step.directory());
  }

  private void say(String message) {
    if (!quiet) {
      context.message(message);
    }
  }
}
