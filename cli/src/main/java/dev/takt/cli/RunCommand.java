package dev.takt.cli;

import dev.takt.cli.output.StallTable;
import dev.takt.cli.output.SummaryTable;
import dev.takt.cli.output.YcsbFormat;
import dev.takt.cli.usage.PlanArguments;
import dev.takt.explain.RunExplainer;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.plan.KeyValuePlan;
import dev.takt.load.plan.Plan;
import dev.takt.load.plan.PlanException;
import dev.takt.load.plan.PlanKey;
import dev.takt.load.plan.PlanLaunch;
import dev.takt.load.plan.PlanReader;
import dev.takt.load.plan.PlanWriter;
import dev.takt.report.explore.Explorer;
import dev.takt.report.page.ReportPage;
import dev.takt.runs.AssertionResult;
import dev.takt.runs.GeneratorReport.Verdict;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunSummary;
import dev.takt.runs.SummaryJson;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// `takt run`: reads the plan, runs it, and prints what came of it.
final class RunCommand {

  private enum Format {
    TABLE,
    JSON,
    YCSB,
    YCSB_JSON,
    YCSB_JSON_ARRAY;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private final Surroundings surroundings;
  private final List<DriverProvider> providers;
  private final RunFlags flags;
  private final ParseResult parsed;
  private final boolean isLoad;

  RunCommand(
      Surroundings surroundings,
      List<DriverProvider> providers,
      RunFlags flags,
      ParseResult parsed) {
    this(surroundings, providers, flags, parsed, false);
  }

  /// @param isLoad whether the records are to be inserted, and not worked with: `takt load`
  RunCommand(
      Surroundings surroundings,
      List<DriverProvider> providers,
      RunFlags flags,
      ParseResult parsed,
      boolean isLoad) {
    this.isLoad = isLoad;
    this.surroundings = surroundings;
    this.providers = providers;
    this.flags = flags;
    this.parsed = parsed;
  }

  int run() throws PlanException {
    Format asked = format();
    Plan plan = plan();
    Format format = asked == null ? usualFormat(plan) : asked;
    if (parsed.hasMatchedOption(RunFlags.PRINT_PLAN)) {
      surroundings.out().print(PlanWriter.masked(plan));
      return ExitCode.OK;
    }
    KeyValuePlan keyValues = plan.keyValues();
    try {
      return keyValues != null && keyValues.isLoad()
          ? load(plan, new LoadPhase(keyValues), format)
          : once(plan, PlanLaunch.prepare(plan, providers), format, true);
    } catch (IOException | DriverException e) {
      surroundings.err().println("takt: " + e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      surroundings.err().println(Session.TOO_EARLY);
      return ExitCode.INTERRUPTED;
    }
  }

  private Plan plan() throws PlanException {
    PlanArguments arguments = PlanArguments.of(parsed, providers, surroundings.directory());
    arguments.printNote(surroundings.err());
    Map<String, List<String>> said = flags.planFlags(parsed, arguments);
    if (isLoad) {
      requireRecords(arguments, said);
      said.computeIfAbsent(PlanKey.PROPERTY.key(), _ -> new ArrayList<>())
          .add("dotransactions=false");
    }
    return new PlanReader(providers).read(arguments.plan(), said);
  }

  private void requireRecords(PlanArguments arguments, Map<String, List<String>> said) {
    boolean isSaid =
        arguments.plan() != null
            || Stream.of(PlanKey.WORKLOAD, PlanKey.PROPERTY, PlanKey.WORKLOAD_CLASS)
                .anyMatch(each -> said.containsKey(each.key()));
    if (!isSaid) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), "which records? Expected --workload FILE");
    }
  }

  /// Runs once for all records, and then again for those whose inserts failed or were not sent.
  private int load(Plan plan, LoadPhase phase, Format format)
      throws PlanException, IOException, DriverException, InterruptedException {
    int worst = ExitCode.OK;
    while (true) {
      Plan now = phase.attempt() == 0 ? plan : plan.again(phase.records().count(), phase.attempt());
      PlanLaunch launch = PlanLaunch.prepare(now, providers, phase.records());
      int code = once(now, launch, format, phase.attempt() == 0);
      boolean insertedNothing = phase.ended() == 0;
      boolean isInterrupted = code == ExitCode.INTERRUPTED;
      if (isInterrupted || !phase.again()) {
        surroundings.err().println("takt: " + phase.verdict());
        boolean isFailed = phase.missing() > 0 && !isInterrupted;
        return isFailed ? ExitCode.FAILED : worse(worst, code);
      }
      // A run that inserted nothing has failed, but what it failed at is now done again.
      worst = insertedNothing && code == ExitCode.FAILED ? worst : worse(worst, code);
      surroundings
          .err()
          .println(
              EnglishText.format(
                  "takt: %d records are missing: their inserts failed or were not sent, and are tried again",
                  phase.records().count()));
      phase.pause();
    }
  }

  private static int worse(int one, int other) {
    List<Integer> fromWorst =
        List.of(
            ExitCode.INTERRUPTED,
            ExitCode.FAILED,
            ExitCode.NOT_TRUSTED,
            ExitCode.ASSERTION_BROKEN,
            ExitCode.OK);
    return fromWorst.indexOf(one) < fromWorst.indexOf(other) ? one : other;
  }

  /// @param isFirst whether there was no other run of this command before
  private int once(Plan plan, PlanLaunch launch, Format format, boolean isFirst)
      throws IOException, DriverException, InterruptedException {
    if (isFirst) {
      warn(launch);
      launch.notes().forEach(each -> surroundings.err().println("takt: " + each));
    }
    RunDirectory directory =
        RunDirectory.create(surroundings.runPath(plan.out(), plan.displayTarget()));
    boolean quiet = parsed.hasMatchedOption(RunFlags.QUIET);
    Session session = new Session(surroundings, plan, launch, directory, quiet);
    if (parsed.hasMatchedOption(RunFlags.STATUS) || YcsbOutput.of(plan).hasStatus()) {
      session.tellStatus();
    }
    try (RunExplorer explorer = explorer(directory, plan)) {
      int code = report(run(session, directory, plan), plan, format, directory);
      if (format == Format.TABLE) {
        warn(launch); // by now the first time has scrolled away
      }
      return stays(explorer) ? code : ExitCode.INTERRUPTED;
    }
  }

  private void warn(PlanLaunch launch) {
    surroundings.out().flush();
    launch.warnings().forEach(each -> surroundings.err().println("takt: warning: " + each));
  }

  private RunExplorer explorer(RunDirectory directory, Plan plan) throws IOException {
    if (!parsed.hasMatchedOption(RunFlags.EXPLORE)) {
      return RunExplorer.NONE;
    }
    try {
      return RunExplorer.start(surroundings, directory);
    } catch (IOException e) {
      leaveNothing(directory, plan);
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
      leaveNothing(directory, plan);
      throw e;
    }
  }

  /// A run that could not begin leaves no directory behind, unless that was named.
  private static void leaveNothing(RunDirectory directory, Plan plan) {
    if (plan.out() == null) {
      directory.removeIfNothingIsRecorded();
    }
  }

  /// @return null if nothing is said
  private @Nullable Format format() {
    String name = parsed.matchedOptionValue(RunFlags.FORMAT, (String) null);
    if (name == null) {
      return null;
    }
    List<String> known = new ArrayList<>();
    for (Format each : Format.values()) {
      if (each.text().equalsIgnoreCase(name)) {
        return each;
      }
      known.add(each.text());
    }
    throw new ParameterException(
        parsed.commandSpec().commandLine(),
        EnglishText.format(
            "%s: expected one of %s, found '%s'", RunFlags.FORMAT, String.join(", ", known), name));
  }

  /// Who names an exporter of YCSB's wants to see what it writes.
  private static Format usualFormat(Plan plan) {
    YcsbOutput output = YcsbOutput.of(plan);
    if (!output.hasExporter() || output.file() != null) {
      return Format.TABLE;
    }
    return switch (output.format()) {
      case TEXT -> Format.YCSB;
      case JSON -> Format.YCSB_JSON;
      case JSON_ARRAY -> Format.YCSB_JSON_ARRAY;
    };
  }

  private int report(Result measured, Plan plan, Format format, RunDirectory directory) {
    Optional<WhySlow> why =
        measured.watched().isPresent() ? WhySlow.of(directory, surroundings) : Optional.empty();
    List<String> failures = new ArrayList<>(measured.storageFailures());
    Result result = why.map(each -> each.kept(measured, failures)).orElse(measured);
    Optional<String> doubt = result.doubt();
    YcsbOutput ycsb = YcsbOutput.of(plan);
    surroundings.out().print(text(result, format, ycsb));
    boolean isExported = ycsb.export(result, surroundings, format.name().startsWith("YCSB"));
    if (format == Format.TABLE) {
      result.watched().ifPresent(this::tell);
      why.ifPresent(WhySlow::tell);
    } else {
      tellVerdicts(result);
    }
    failures.forEach(failure -> surroundings.err().println("takt: " + failure));
    boolean isWritten =
        parsed.hasMatchedOption(RunFlags.NO_REPORT)
            || writeReport(directory, why.map(WhySlow::run).orElse(null));
    boolean isKept = failures.size() == result.storageFailures().size();
    return isWritten && isExported && isKept
        ? exitCode(result, doubt.isPresent())
        : ExitCode.FAILED;
  }

  private void tell(Result.Watched seen) {
    String table = StallTable.render(seen.stalls(), seen.begin(), surroundings.paint());
    surroundings.out().print("\n" + table);
  }

  /// @return whether it was written
  private boolean writeReport(RunDirectory directory, @Nullable RunExplainer explainer) {
    try {
      Path file = directory.resolve(ReportPage.FILE);
      ReportPage.write(directory, explainer, file);
      if (!parsed.hasMatchedOption(RunFlags.QUIET)) {
        surroundings.err().println("takt: report " + file);
      }
      index(directory);
      return true;
    } catch (IOException e) {
      surroundings.err().println("takt: " + e.getMessage());
      return false;
    } catch (RuntimeException | OutOfMemoryError e) {
      // What was measured is on disk, and its verdict is to be told whatever becomes of a page.
      surroundings.err().println("takt: the report could not be made: " + Memory.reason(e));
      return false;
    }
  }

  /// So that who looks at a run of many hours does not wait. Where that fails, the explorer reads
  /// it.
  private static void index(RunDirectory directory) {
    Path indexes = IndexPlace.ofProcess();
    try {
      if (indexes != null) {
        Explorer.index(directory.latencyLog(), indexes);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // It is a cache.
    }
  }

  private String text(Result result, Format format, YcsbOutput ycsb) {
    return switch (format) {
      case TABLE ->
          SummaryTable.render(
              result.summary(), result.doubt().stream().toList(), surroundings.paint());
      case JSON -> SummaryJson.write(result.recorded());
      case YCSB -> ycsb.render(ycsb.format(), result);
      case YCSB_JSON -> ycsb.render(YcsbFormat.JSON, result);
      case YCSB_JSON_ARRAY -> ycsb.render(YcsbFormat.JSON_ARRAY, result);
    };
  }

  /// Where results are for machines, people still learn why the exit code is what it is.
  private void tellVerdicts(Result result) {
    RunSummary summary = result.summary();
    Verdict verdict = summary.generator().verdict();
    if (verdict != Verdict.OK) {
      surroundings.err().println("takt: GENERATOR " + verdict + ": do not blame the target");
      summary.generator().findings().forEach(each -> surroundings.err().println("  - " + each));
    } else if (summary.generator().partToBlame() != null) {
      surroundings
          .err()
          .println(
              "takt: generator on time, but to blame in part: "
                  + summary.generator().findings().getFirst());
    }
    result.doubt().ifPresent(doubt -> surroundings.err().println("takt: " + doubt));
    for (AssertionResult each : summary.assertions()) {
      String word = each.broken() ? "BROKEN" : "ok";
      surroundings
          .err()
          .println(EnglishText.format("takt: %s: %s (it is %s)", word, each.rule(), each.actual()));
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
