package dev.takt.cli;

import dev.takt.cli.output.FindJson;
import dev.takt.cli.output.FindReport;
import dev.takt.cli.output.FindStep;
import dev.takt.cli.output.FindTable;
import dev.takt.cli.usage.PlanArguments;
import dev.takt.explain.find.Finding;
import dev.takt.explain.find.Move;
import dev.takt.explain.find.RateSearch;
import dev.takt.explain.find.SearchSettings;
import dev.takt.explain.find.Step;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.plan.Assertion;
import dev.takt.load.plan.Plan;
import dev.takt.load.plan.PlanException;
import dev.takt.load.plan.PlanLaunch;
import dev.takt.load.plan.PlanReader;
import dev.takt.load.schedule.Rate;
import dev.takt.report.plot.CurveMark;
import dev.takt.report.plot.CurvePlot;
import dev.takt.report.plot.CurvePoint;
import dev.takt.report.plot.Drawing;
import dev.takt.report.plot.PlotFormat;
import dev.takt.runs.GeneratorReport.Verdict;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunSummary;
import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/// `takt find`: runs at one rate after the other, as [RateSearch] asks for them, and tells the
/// highest one that holds.
final class FindCommand {

  /// After so many runs in a row in which nothing was completed, the target is taken for gone.
  private static final int MOST_EMPTY = 3;

  private static final Assertion P99 =
      new Assertion(
          "p99 < 0s",
          null,
          null,
          new Assertion.Figure.Percentile(99),
          Assertion.Comparison.LESS,
          0);

  private final Surroundings surroundings;
  private final List<DriverProvider> providers;
  private final ParseResult parsed;
  private final boolean json;
  private final boolean quiet;
  private final InterruptRelay relay = new InterruptRelay();

  private final Plan base;
  private final List<Assertion> objectives;
  private final FindFlags.Range range;
  private final SearchSettings settings;
  private final long pauseNanos;

  private final List<Step> answers = new ArrayList<>();
  private final List<FindStep> steps = new ArrayList<>();
  private @Nullable String trouble;
  private int exitCode = ExitCode.OK;

  FindCommand(
      Surroundings surroundings,
      List<DriverProvider> providers,
      FindFlags flags,
      ParseResult parsed)
      throws PlanException {
    this.surroundings = surroundings;
    this.providers = providers;
    this.parsed = parsed;
    this.json = LogFlags.isJson(parsed);
    this.quiet = parsed.hasMatchedOption(RunFlags.QUIET);
    this.range = FindFlags.range(parsed);
    this.settings = FindFlags.settings(parsed, range);
    this.pauseNanos = FindFlags.pauseNanos(parsed);
    List<Assertion> asked = FindFlags.objectives(parsed);
    PlanArguments arguments = PlanArguments.of(parsed, providers, surroundings.directory());
    arguments.printNote(surroundings.err());
    this.base =
        new PlanReader(providers).read(arguments.plan(), flags.planFlags(parsed, arguments));
    this.objectives = new ArrayList<>(asked);
    base.failIf().forEach(each -> objectives.add(each.opposite()));
    check(asked);
  }

  /// What only the plan shows.
  private void check(List<Assertion> asked) {
    if (objectives.isEmpty()) {
      throw FindFlags.noObjective(parsed);
    }
    if (!base.mode().hasSchedule()) {
      throw LogFlags.wrong(
          parsed, "--mode", "there is no rate in mode throughput; use fixed or throttle");
    }
    if (base.rate() == null) {
      throw LogFlags.wrong(
          parsed, "--schedule", "the schedule has rates of its own; use constant or poisson");
    }
    refuseInserts();
    for (Assertion each : asked) {
      each.mistake(base.mode(), base.operationNames())
          .ifPresent(mistake -> {
            throw LogFlags.wrong(parsed, FindFlags.SLO, each.rule() + ": " + mistake);
          });
    }
  }

  /// A workload that inserts numbers its new records from the same one on in each run.
  private void refuseInserts() {
    boolean inserts =
        base.keyValues() != null
            && base.operationNames().contains(KeyValueKind.INSERT.operationName());
    if (inserts) {
      throw LogFlags.wrong(
          parsed,
          "--workload",
          "find runs many times on the same records, and each run would insert the same new ones; use a workload without"
              + " inserts, such as with -p insertproportion=0");
    }
  }

  int run() throws PlanException {
    try {
      RunDirectory directory =
          RunDirectory.create(surroundings.runPath(base.out(), "find-" + base.displayTarget()));
      say("find directory " + directory.path());
      try (var _ = surroundings.interrupts().onInterrupt(relay::interrupt)) {
        search(directory);
      }
      return report(directory);
    } catch (IOException e) {
      surroundings.err().println("takt: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }

  private void search(RunDirectory directory) throws PlanException {
    try {
      while (trouble == null
          && !interrupted()
          && RateSearch.next(settings, answers) instanceof Move.Try next) {
        step(directory, next);
      }
    } catch (IOException | DriverException e) {
      stop(String.valueOf(e.getMessage()), ExitCode.FAILED);
    } catch (InterruptedException e) {
      stop("interrupted", ExitCode.INTERRUPTED);
    }
  }

  private boolean interrupted() {
    if (relay.isInterrupted()) {
      stop("interrupted", ExitCode.INTERRUPTED);
    }
    return relay.isInterrupted();
  }

  private void stop(String why, int code) {
    trouble = why;
    exitCode = code;
  }

  private void step(RunDirectory directory, Move.Try next)
      throws IOException, DriverException, InterruptedException, PlanException {
    int number = steps.size() + 1;
    Rate rate = rate(next.rate());
    Path path = directory.resolve(name(number, rate));
    List<Assertion> rules =
        objectives.subList(0, objectives.size() - base.failIf().size()).stream()
            .map(Assertion::opposite)
            .toList();
    Plan plan = base.at(rate, rules, path.toString());
    PlanLaunch launch = PlanLaunch.prepare(plan, providers);
    Result result = run(plan, launch, RunDirectory.create(path));
    if (!result.storageFailures().isEmpty()) {
      stop(String.join("; ", result.storageFailures()), ExitCode.FAILED);
      return;
    }
    if (result.interrupted()) {
      stop("interrupted", ExitCode.INTERRUPTED);
      return;
    }
    FindStep step = explained(judged(number, next, result, path), result);
    steps.add(step);
    answers.add(new Step(step.rate(), step.outcome()));
    say(step.line());
    write(directory);
    if (isGone()) {
      stop(
          "nothing was completed at " + rate + causes(step.summary()) + "; does the target answer?",
          ExitCode.FAILED);
    } else if (step.outcome() == Step.Outcome.FAILED) {
      relay.await(pauseNanos);
    }
  }

  private Result run(Plan plan, PlanLaunch launch, RunDirectory directory)
      throws IOException, DriverException, InterruptedException {
    Surroundings inside =
        new Surroundings(
            surroundings.in(),
            surroundings.out(),
            surroundings.err(),
            surroundings.terminal(),
            surroundings.directory(),
            relay);
    try {
      return new Session(inside, plan, launch, directory, true, false).run();
    } catch (DriverException | IOException e) {
      directory.removeIfNothingIsRecorded();
      throw e;
    }
  }

  private FindStep judged(int number, Move.Try next, Result result, Path path) {
    RunSummary summary = result.summary();
    List<FindStep.Objective> judged =
        objectives.stream().map(each -> judged(each, result)).toList();
    boolean kept = judged.stream().allMatch(FindStep.Objective::kept) && result.doubt().isEmpty();
    return new FindStep(
        number,
        next.rate(),
        next.why(),
        outcome(kept, summary.generator().verdict()),
        summary,
        judged,
        curve().value(summary, result.distributions()),
        result.doubt().orElse(null),
        path.toString());
  }

  /// The step with what its generator is to blame for: only of one that failed is that asked.
  private FindStep explained(FindStep step, Result result) throws IOException {
    if (step.outcome() != Step.Outcome.FAILED || result.watched().isEmpty()) {
      return step;
    }
    List<String> failures = new ArrayList<>();
    FindStep told =
        WhySlow.of(RunDirectory.open(Path.of(step.directory())), surroundings)
            .map(why -> step.with(why.kept(result, failures).summary()))
            .orElse(step);
    failures.forEach(each -> surroundings.err().println("takt: " + each));
    return told;
  }

  /// A generator that sent late only ever makes a figure worse, since times count from when an
  /// operation was due: what held nevertheless holds, and what did not is no evidence against the
  /// target.
  private static Step.Outcome outcome(boolean kept, Verdict generator) {
    if (kept) {
      return Step.Outcome.HELD;
    }
    return generator == Verdict.OK ? Step.Outcome.FAILED : Step.Outcome.NOT_TRUSTED;
  }

  private static FindStep.Objective judged(Assertion objective, Result result) {
    double value = objective.value(result.summary(), result.distributions());
    boolean broken =
        objective.opposite().evaluate(result.summary(), result.distributions()).broken();
    String actual = Double.isNaN(value) ? "not known" : objective.text(value);
    return new FindStep.Objective(objective.rule(), !broken, value, objective.limit(), actual);
  }

  /// What the curve is of: the first time that something is asked of, else the 99th percentile.
  private Assertion curve() {
    return objectives.stream().filter(Assertion::isTime).findFirst().orElse(P99);
  }

  /// Nothing at the lowest rate, or nothing for a while: a target that is merely overloaded
  /// completes something.
  private boolean isGone() {
    int empty = 0;
    for (FindStep each : steps.reversed()) {
      if (each.summary().balance().completed() > 0) {
        break;
      }
      empty++;
    }
    return empty == MOST_EMPTY || (empty == steps.size() && empty > 0);
  }

  private static String causes(RunSummary summary) {
    return summary.errors().isEmpty()
        ? ""
        : " (" + String.join(", ", summary.errors().keySet()) + ")";
  }

  /// The two ends as they were given, others in as few digits as the search has rounded them to.
  private Rate rate(double perSecond) {
    if (perSecond == settings.low()) {
      return range.low();
    }
    return perSecond == settings.high()
        ? range.high()
        : Rate.parse(BigDecimal.valueOf(perSecond).toPlainString() + "/s");
  }

  /// `03-4000-s`: sorted as they were made.
  private static String name(int number, Rate rate) {
    return MachineText.format("%02d-%s", number, rate.toString().replace('/', '-'));
  }

  private FindReport reportSoFar(RunDirectory directory) {
    Finding finding = RateSearch.soFar(settings, answers);
    return new FindReport(
        base.displayTarget(),
        objectives.stream().map(Assertion::rule).toList(),
        settings,
        finding,
        curve().subject(),
        List.copyOf(steps),
        trouble,
        directory.path().toString());
  }

  /// After each step, so that what is known is there whatever happens.
  private void write(RunDirectory directory) throws IOException {
    FindReport report = reportSoFar(directory);
    try (NewFile file = NewFile.create(directory.resolve(FindReport.FILE), true)) {
      file.write(FindJson.write(report).getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
    try (NewFile file = NewFile.create(directory.resolve(FindReport.PICTURE), true)) {
      PlotFormat.SVG.write(picture(report), file);
      file.commit();
    }
  }

  private static Drawing picture(FindReport report) {
    List<CurvePoint> points =
        report.steps().stream()
            .filter(each -> each.curveNanos() >= 0)
            .map(each ->
                new CurvePoint(
                    each.rate(),
                    each.summary().rate().achieved(),
                    each.curveNanos(),
                    kind(each.outcome())))
            .toList();
    List<CurveMark> marks = new ArrayList<>();
    report.knee().ifPresent(each -> marks.add(new CurveMark(each.achieved(), "knee")));
    Finding.Tried held = report.finding().held();
    if (held != null) {
      marks.add(new CurveMark(held.rate(), "highest that holds"));
    }
    String rules = String.join(", ", report.objectives());
    return CurvePlot.of(
        report.target(),
        rules + "; " + report.steps().size() + " runs",
        report.curve(),
        points,
        marks);
  }

  private static CurvePoint.Kind kind(Step.Outcome outcome) {
    return switch (outcome) {
      case HELD -> CurvePoint.Kind.HELD;
      case FAILED -> CurvePoint.Kind.FAILED;
      case NOT_TRUSTED -> CurvePoint.Kind.NOT_TRUSTED;
    };
  }

  private int report(RunDirectory directory) {
    FindReport report = reportSoFar(directory);
    if (!steps.isEmpty()) {
      try {
        write(directory);
      } catch (IOException e) {
        stop(String.valueOf(e.getMessage()), ExitCode.FAILED);
      }
    }
    if (json) {
      surroundings.out().print(FindJson.write(report));
    } else if (!steps.isEmpty()) {
      surroundings.out().print(FindTable.render(report, surroundings.paint()));
      report.firstFailure().ifPresent(this::explain);
      surroundings.out().println();
      surroundings.out().println("files       " + directory.path());
    } else {
      directory.removeIfNothingIsRecorded();
    }
    if (trouble != null) {
      surroundings.err().println("takt: " + trouble);
    }
    return exitCode != ExitCode.OK ? exitCode : exitCode(report.finding());
  }

  private static int exitCode(Finding finding) {
    return switch (finding.end()) {
      case GENERATOR_LIMIT -> ExitCode.NOT_TRUSTED;
      case NONE_HOLDS -> ExitCode.ASSERTION_BROKEN;
      case FOUND, ALL_HOLD, STEPS_SPENT, OPEN ->
          finding.held() == null ? ExitCode.ASSERTION_BROKEN : ExitCode.OK;
    };
  }

  /// What the run's own files say of why it failed.
  private void explain(FindStep step) {
    Path path = Path.of(step.directory());
    try {
      RunDirectory directory = RunDirectory.open(path);
      if (Files.exists(directory.stallsJson())) {
        WhySlow.of(directory, surroundings).ifPresent(WhySlow::tell);
      }
    } catch (IOException e) {
      surroundings.err().println("takt: " + e.getMessage());
    }
    surroundings.out().println("  more: takt explain " + path);
  }

  private void say(String what) {
    if (!quiet) {
      surroundings.err().println("takt: " + what);
      surroundings.err().flush();
    }
  }
}
