package dev.takt.cli;

import dev.takt.cli.output.StallTable;
import dev.takt.cli.output.SummaryTable;
import dev.takt.cli.output.YcsbFormat;
import dev.takt.explain.RunExplainer;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.plan.Plan;
import dev.takt.load.plan.PlanException;
import dev.takt.load.plan.PlanLaunch;
import dev.takt.load.plan.PlanReader;
import dev.takt.load.plan.PlanWriter;
import dev.takt.report.page.ReportPage;
import dev.takt.runs.AssertionResult;
import dev.takt.runs.GeneratorReport.Verdict;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunSummary;
import dev.takt.runs.SummaryJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// `takt run`: reads the plan, runs it, and prints what came of it.
final class RunCommand {

  private enum Format {
    TABLE,
    JSON,
    YCSB
  }

  private final Surroundings surroundings;
  private final List<DriverProvider> providers;
  private final RunFlags flags;
  private final ParseResult parsed;

  RunCommand(
      Surroundings surroundings,
      List<DriverProvider> providers,
      RunFlags flags,
      ParseResult parsed) {
    this.surroundings = surroundings;
    this.providers = providers;
    this.flags = flags;
    this.parsed = parsed;
  }

  int run() throws PlanException {
    Format format = format();
    Plan plan = new PlanReader(providers).read(RunFlags.planFile(parsed), flags.planFlags(parsed));
    if (parsed.hasMatchedOption(RunFlags.PRINT_PLAN)) {
      surroundings.out().print(PlanWriter.yaml(plan));
      return ExitCode.OK;
    }
    PlanLaunch launch = PlanLaunch.prepare(plan, providers);
    try {
      RunDirectory directory =
          RunDirectory.create(surroundings.runPath(plan.out(), plan.displayTarget()));
      boolean quiet = parsed.hasMatchedOption(RunFlags.QUIET);
      Session session = new Session(surroundings, plan, launch, directory, quiet);
      try (RunExplorer explorer = explorer(directory, plan)) {
        int code = report(run(session, directory, plan), format, directory);
        return stays(explorer) ? code : ExitCode.INTERRUPTED;
      }
    } catch (IOException | DriverException e) {
      surroundings.err().println("takt: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      surroundings.err().println(Session.TOO_EARLY);
      return ExitCode.INTERRUPTED;
    }
  }

  private RunExplorer explorer(RunDirectory directory, Plan plan) throws IOException {
    if (!parsed.hasMatchedOption(RunFlags.EXPLORE)) {
      return RunExplorer.NONE;
    }
    try {
      return RunExplorer.start(surroundings, directory);
    } catch (IOException e) {
      leaveNoEmpty(directory, plan);
      throw e;
    }
  }

  /// @return whether it was ended as it is meant to be; the run is complete either way
  private static boolean stays(RunExplorer explorer) {
    try {
      explorer.stay();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static Result run(Session session, RunDirectory directory, Plan plan)
      throws IOException, DriverException, InterruptedException {
    try {
      return session.run();
    } catch (DriverException | IOException e) {
      leaveNoEmpty(directory, plan);
      throw e;
    }
  }

  /// A run that could not begin leaves no empty directory behind, unless that was named.
  private static void leaveNoEmpty(RunDirectory directory, Plan plan) {
    if (plan.out() == null) {
      directory.removeIfEmpty();
    }
  }

  private Format format() {
    String name = parsed.matchedOptionValue(RunFlags.FORMAT, "table");
    for (Format each : Format.values()) {
      if (each.name().equalsIgnoreCase(name)) {
        return each;
      }
    }
    throw new ParameterException(
        parsed.commandSpec().commandLine(),
        RunFlags.FORMAT + ": expected one of table, json, ycsb, found '" + name + "'");
  }

  private int report(Result result, Format format, RunDirectory directory) {
    Optional<String> doubt = result.doubt();
    surroundings.out().print(text(result, format));
    RunExplainer explainer = format == Format.TABLE ? watched(result, directory) : null;
    if (format != Format.TABLE) {
      tellVerdicts(result);
    }
    result.storageFailures().forEach(failure -> surroundings.err().println("takt: " + failure));
    boolean isWritten =
        parsed.hasMatchedOption(RunFlags.NO_REPORT) || writeReport(directory, explainer);
    return isWritten ? exitCode(result, doubt.isPresent()) : ExitCode.FAILED;
  }

  /// Tells what the observers saw, and what that made slow.
  ///
  /// @return what knows more of it; null if nothing does
  private @Nullable RunExplainer watched(Result result, RunDirectory directory) {
    Result.Watched seen = result.watched().orElse(null);
    if (seen == null) {
      return null;
    }
    String table = StallTable.render(seen.stalls(), seen.begin(), surroundings.paint());
    surroundings.out().print("\n" + table);
    return WhySlow.tell(directory, surroundings);
  }

  /// @return whether it was written
  private boolean writeReport(RunDirectory directory, @Nullable RunExplainer explainer) {
    try {
      Path file = directory.resolve(ReportPage.FILE);
      ReportPage.write(directory, explainer, file);
      if (!parsed.hasMatchedOption(RunFlags.QUIET)) {
        surroundings.err().println("takt: report " + file);
      }
      return true;
    } catch (IOException e) {
      surroundings.err().println("takt: " + e.getMessage());
      return false;
    } catch (RuntimeException | OutOfMemoryError e) {
      // What was measured is on disk, and its verdict is to be told whatever becomes of a page.
      surroundings.err().println("takt: the report could not be made: " + e);
      return false;
    }
  }

  private String text(Result result, Format format) {
    return switch (format) {
      case TABLE ->
          SummaryTable.render(
              result.summary(), result.doubt().stream().toList(), surroundings.paint());
      case JSON -> SummaryJson.write(result.recorded());
      case YCSB -> YcsbFormat.render(result.summary(), result.distributions());
    };
  }

  /// Where results are for machines, people still learn why the exit code is what it is.
  private void tellVerdicts(Result result) {
    RunSummary summary = result.summary();
    Verdict verdict = summary.generator().verdict();
    if (verdict != Verdict.OK) {
      surroundings.err().println("takt: GENERATOR " + verdict + ": do not blame the target");
      summary.generator().findings().forEach(each -> surroundings.err().println("  - " + each));
    }
    result.doubt().ifPresent(doubt -> surroundings.err().println("takt: " + doubt));
    for (AssertionResult each : summary.assertions()) {
      String word = each.broken() ? "BROKEN" : "ok";
      surroundings
          .err()
          .println("takt: %s: %s (it is %s)".formatted(word, each.rule(), each.actual()));
    }
  }

  private static int exitCode(Result result, boolean doubtful) {
    RunSummary summary = result.summary();
    if (!result.storageFailures().isEmpty()) {
      return ExitCode.FAILED;
    }
    if (result.interrupted()) {
      return ExitCode.INTERRUPTED;
    }
    if (summary.balance().completed() == 0) {
      return ExitCode.FAILED;
    }
    if (doubtful || summary.generator().verdict() != Verdict.OK) {
      return ExitCode.NOT_TRUSTED;
    }
    boolean broken = summary.assertions().stream().anyMatch(AssertionResult::broken);
    return broken ? ExitCode.ASSERTION_BROKEN : ExitCode.OK;
  }
}
