package dev.takt.cli.command;

import dev.takt.cli.flags.FleetFlags;
import dev.takt.cli.flags.OnceFlags;
import dev.takt.cli.flags.RunFlags;
import dev.takt.cli.fleet.FleetRun;
import dev.takt.cli.get.Downloads;
import dev.takt.cli.once.OnceCommand;
import dev.takt.cli.render.ci.JudgedRun;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.StopSignal;
import dev.takt.cli.spi.args.Options;
import dev.takt.lab.LoadRetry;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunSession;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.SourcedPlan;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.ycsb.KeyValuePlan;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.rules.Assertion;
import dev.takt.load.rules.TargetFigure;
import dev.takt.load.share.FleetSettings;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/// `takt run`, and commands that are made of it: reads the plan, runs it, and prints the result.
public final class RunCommand {

  private final CliContext context;
  private final RunFlags flags;
  private final ParseResult parsed;
  private final RunExtra extra;
  private final boolean quiet;
  private Optional<FleetFlags> fleet = Optional.empty();

  /// @param extra what the command adds to the run
  public RunCommand(CliContext context, RunFlags flags, ParseResult parsed, RunExtra extra) {
    this.context = context;
    this.flags = flags;
    this.parsed = parsed;
    this.extra = extra;
    this.quiet = parsed.hasMatchedOption(Options.QUIET);
  }

  public int run() throws PlanException {
    var asked = RunFormat.asked(parsed);
    Optional<OnceFlags> once = OnceFlags.of(parsed);
    SourcedPlan read = withFleet(flags.plan(parsed, context));
    Plan plan = read.plan();
    RunFormat format = asked.orElseGet(() -> RunFormat.byDefault(plan));
    if (parsed.hasMatchedOption(RunFlags.PRINT_PLAN)) {
      context.out().print(PlanWriter.masked(read));
      return ExitCode.OK;
    }
    if (once.isPresent()) {
      return new OnceCommand(context, once.get(), flags.providers()).run(plan);
    }
    if (fleet.isPresent()) {
      Optional<String> refusal = FleetRun.refusal(plan, fleet.get().machines(), flags.providers());
      if (refusal.isPresent()) {
        context.message(refusal.get());
        return ExitCode.USAGE;
      }
    }
    Optional<String> unobservable = unobservableRule(plan);
    if (unobservable.isPresent()) {
      context.message(unobservable.get());
      return ExitCode.USAGE;
    }
    int missing = Downloads.require(plan.target().address(), context);
    if (missing != ExitCode.OK) {
      return missing;
    }
    try (CiFiles files = CiFiles.open(parsed, context)) {
      int code = run(plan, format, files);
      files.annotate();
      return files.write() ? code : ExitCode.FAILED;
    }
  }

  /// Why a rule on the target would stay undecided in each run of the plan.
  private Optional<String> unobservableRule(Plan plan) {
    boolean isObserved = plan.watching().isOn() || plan.load().sharing().fleet().watchers() > 0;
    for (Assertion each : plan.failIf()) {
      if (each.figure() instanceof TargetFigure.Allocation && !isObserved) {
        return Optional.of(
            "a rule on alloc needs --watch: without it the target's heap is not observed");
      }
      if (each.figure() instanceof TargetFigure.Counted(String event)
          && (!plan.watching().isDeep() || fleet.isPresent())) {
        return Optional.of(
            fleet.isPresent()
                ? "a rule on "
                    + event
                    + " is for runs on one machine, since a fleet has no such counters: remove the"
                    + " rule, or run without --fleet"
                : "a rule on " + event + " needs --watch deep: without it nothing is counted");
      }
    }
    return Optional.empty();
  }

  private SourcedPlan withFleet(SourcedPlan read) {
    if (!flags.hasFleet()) {
      return read;
    }
    FleetSettings planned = read.plan().load().sharing().fleet();
    fleet = FleetFlags.of(parsed, context.directory(), planned);
    if (fleet.isEmpty() && planned.machines() != null) {
      context.message(
          "the plan is for "
              + planned.machines()
              + " machines; without "
              + FleetFlags.FLEET
              + " this one alone sends its load");
    }
    return fleet.map(each -> read.on(each.settings())).orElse(read);
  }

  private int run(Plan plan, RunFormat format, CiFiles files) throws PlanException {
    List<DriverProvider> providers = flags.providers();
    KeyValuePlan keyValues = plan.target().keyValues();
    try {
      RunVerdict verdict =
          keyValues != null && keyValues.isLoad()
              ? new LoadRetry(plan)
                  .run(
                      providers,
                      (now, launch, retry) -> once(now, launch, format, files, retry == 0),
                      context::message)
              : once(plan, PlanLaunch.prepare(plan, providers), format, files, true);
      return exitCode(verdict);
    } catch (IOException | DriverException e) {
      String message = String.valueOf(e.getMessage());
      context.message(message);
      files.add(JudgedRun.failed(plan.displayTarget(), RunVerdict.FAILED, message));
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      context.message(StopSignal.TOO_EARLY);
      files.add(
          JudgedRun.failed(plan.displayTarget(), RunVerdict.INTERRUPTED, StopSignal.TOO_EARLY));
      return ExitCode.INTERRUPTED;
    }
  }

  /// The exit code of a verdict.
  static int exitCode(RunVerdict verdict) {
    return switch (verdict) {
      case OK -> ExitCode.OK;
      case FAILED -> ExitCode.FAILED;
      case RULE_BROKEN -> ExitCode.ASSERTION_BROKEN;
      case NOT_TRUSTED -> ExitCode.NOT_TRUSTED;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
    };
  }

  /// @param isFirst whether this is the first run of the command
  private RunVerdict once(
      Plan plan, PlanLaunch launch, RunFormat format, CiFiles files, boolean isFirst)
      throws IOException, DriverException, InterruptedException {
    if (isFirst) {
      printWarnings(launch);
      launch.notes().forEach(context::message);
    }
    RunDirectory directory = RunDirectory.create(context.runPath(plan.out(), plan.displayTarget()));
    try (RunExplorer explorer =
        parsed.hasMatchedOption(RunFlags.EXPLORE)
            ? RunExplorer.start(context, directory, plan.out() == null)
            : RunExplorer.NONE) {
      RunResult result = run(plan, launch, directory);
      boolean hasReport = !parsed.hasMatchedOption(RunFlags.NO_REPORT);
      RunOutput output =
          new RunOutput(
              context,
              plan,
              format,
              quiet,
              hasReport,
              parsed.hasMatchedOption(Options.VERBOSE),
              parsed.commandSpec().name());
      RunVerdict printed = extra.showsResult() ? output.print(result) : output.write(result);
      RunVerdict verdict = extra.ended(result, printed);
      files.add(result, verdict);
      if (format == RunFormat.TABLE) {
        printWarnings(launch); // the first time has scrolled away
      }
      return stays(explorer) ? verdict : RunVerdict.INTERRUPTED;
    }
  }

  private RunResult run(Plan plan, PlanLaunch launch, RunDirectory directory)
      throws IOException, DriverException, InterruptedException {
    boolean hasStatus = parsed.hasMatchedOption(RunFlags.STATUS) || YcsbOutput.of(plan).hasStatus();
    if (fleet.isPresent()) {
      return new FleetRun(context, fleet.get(), quiet)
          .run(plan, launch, directory, hasStatus ? RunConsole.status(context, plan) : null);
    }
    RunConsole console = new RunConsole(context, plan, quiet, hasStatus, extra.showsResult());
    RunSession session = new RunSession(plan, launch, directory, console);
    try {
      console.add(extra.open(plan, session));
    } catch (IOException e) {
      directory.removeIfNothingIsRecorded();
      throw e;
    }
    try (var _ =
        StopSignal.registerRun(
            context,
            console::message,
            directory.path(),
            session::stop,
            session::saveSummary,
            session::abort)) {
      console.listenForStart(session::stop);
      return session.run();
    }
  }

  private void printWarnings(PlanLaunch launch) {
    context.out().flush();
    launch.warnings().forEach(each -> context.message("warning: " + each));
  }

  /// Serves until the user ends it.
  ///
  /// @return false if a signal ended it; the run is complete either way
  private static boolean stays(RunExplorer explorer) {
    try {
      explorer.stay();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
