package dev.takt.cli;

import dev.takt.cli.output.ProgressDisplay;
import dev.takt.cli.output.YcsbStatus;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.engine.Distributions;
import dev.takt.load.engine.Follower;
import dev.takt.load.engine.LoadRun;
import dev.takt.load.engine.Progress;
import dev.takt.load.plan.KeyValuePlan;
import dev.takt.load.plan.Plan;
import dev.takt.load.plan.PlanLaunch;
import dev.takt.load.plan.Trust;
import dev.takt.metrics.LiveExport;
import dev.takt.metrics.RunFacts;
import dev.takt.runs.AssertionResult;
import dev.takt.runs.Environment;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.RunRecord;
import dev.takt.runs.RunSummary;
import dev.takt.runs.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One run with everything around it: signals, progress, rules.
///
/// The first signal ends the run in good order; before there is a run, and at the second signal, it
/// ends the process. While observers begin, it waits for them: what they have begun in a target is
/// ended by nobody else.
final class Session {

  /// What is said when there is nothing yet to summarise.
  static final String TOO_EARLY = "takt: interrupted before the run had begun";

  private static final long CLOSING_MILLIS = 5_000;

  private final Surroundings surroundings;
  private final Plan plan;
  private final PlanLaunch launch;
  private final RunDirectory directory;
  private final boolean quiet;
  private final boolean alone;
  private final long begin = System.nanoTime();

  private @Nullable YcsbStatus status;
  private volatile boolean interrupted;
  private volatile boolean observing;
  private volatile @Nullable Driver opened;
  private volatile @Nullable LoadRun current;
  private volatile @Nullable LiveExport export;

  Session(
      Surroundings surroundings,
      Plan plan,
      PlanLaunch launch,
      RunDirectory directory,
      boolean quiet) {
    this(surroundings, plan, launch, directory, quiet, true);
  }

  /// @param alone whether a signal before the run begins may end the process; else it ends the run
  ///   as soon as that would begin, with an [InterruptedException]
  Session(
      Surroundings surroundings,
      Plan plan,
      PlanLaunch launch,
      RunDirectory directory,
      boolean quiet,
      boolean alone) {
    this.alone = alone;
    this.surroundings = surroundings;
    this.plan = plan;
    this.launch = launch;
    this.directory = directory;
    this.quiet = quiet;
  }

  /// Tells of progress as YCSB does, and in no other way.
  void tellStatus() {
    KeyValuePlan keyValues = plan.keyValues();
    Long count = plan.count();
    status =
        new YcsbStatus(
            surroundings.err(),
            InstantSource.system(),
            ZoneId.systemDefault(),
            keyValues == null ? Map.of() : keyValues.properties(),
            count == null ? Long.MAX_VALUE : count);
  }

  Result run() throws IOException, DriverException, InterruptedException {
    say("run directory " + directory.path());
    try (var _ = surroundings.interrupts().onInterrupt(this::interrupt);
        var _ = UnexpectedEnd.unless(this::breakOff);
        LiveExport _ = openExport();
        RunWatch watch = RunWatch.prepare(plan.watching(), directory, this::say);
        Driver driver = watch.open(() -> launch.open(directory.path(), this::say))) {
      opened = driver;
      return drive(driver, watch);
    }
  }

  private Result drive(Driver driver, RunWatch watch)
      throws IOException, DriverException, InterruptedException {
    say("driving " + driver.describe());
    observing = plan.watching().isOn();
    watch.start(driver);
    RunSummary measured;
    LoadRun run;
    try (ProgressDisplay display = display()) {
      Progress.Listener listener = display == null ? _ -> {} : display;
      run = new LoadRun(launch.settings(driver), directory, listener, follower());
      current = run;
      if (interrupted) {
        throw new InterruptedException("while the observers began");
      }
      if (status != null) {
        status.begin();
      }
      measured = run.run();
    }
    Distributions distributions = run.distributions();
    List<AssertionResult> verdicts =
        plan.failIf().stream().map(rule -> rule.evaluate(measured, distributions)).toList();
    Optional<String> doubt = Trust.missedSchedule(measured, plan, driver);
    List<String> failures = new ArrayList<>(run.storageFailures());
    Result result =
        new Result(
            measured.withAssertions(verdicts),
            distributions,
            doubt,
            watch.finish(failures).map(this::whileMeasured),
            failures,
            interrupted);
    keep(result, failures);
    finishExport();
    return result;
  }

  private @Nullable LiveExport openExport() throws IOException {
    if (!plan.exporting().isOn()) {
      return null;
    }
    Environment.Takt takt = Environment.capture().takt();
    RunFacts facts =
        new RunFacts(
            String.valueOf(directory.path().getFileName()),
            plan.displayTarget(),
            plan.mode().lowerCase(),
            plan.mode().hasSchedule(),
            plan.operationNames(),
            takt.version(),
            takt.revision());
    // A line in the middle of what is redrawn would stay there; at the end all is told anyway.
    boolean isRedrawn = !quiet && surroundings.terminal().isErr();
    // Which port was free, nobody can know who is not told.
    export = LiveExport.open(plan.exporting(), facts, this::tell, isRedrawn ? _ -> {} : this::say);
    return export;
  }

  private @Nullable Follower follower() {
    LiveExport open = export;
    Follower exporter = open == null ? null : open.follower();
    YcsbStatus lines = status;
    return lines == null ? exporter : exporter == null ? lines : new Followers(exporter, lines);
  }

  /// What could not be told to others does not make a run worse.
  private void finishExport() {
    LiveExport open = export;
    if (open == null) {
      return;
    }
    try {
      open.finish().ifPresent(failures -> surroundings.err().println("takt: " + failures));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// What stopped the generator while it warmed itself stopped no operation, nor did what stopped
  /// anybody since, such as the end of the observing itself.
  private Result.Watched whileMeasured(Stalls all) {
    try {
      RunRecord record = directory.read();
      RunRecord.Phase measured = record.measured();
      Stalls stalls = measured == null ? all : during(measured, all);
      return new Result.Watched(stalls, record.beginNanoTime());
    } catch (IOException e) {
      return new Result.Watched(all, begin);
    }
  }

  private static Stalls during(RunRecord.Phase phase, Stalls all) {
    Long end = phase.endNanoTime();
    return all.between(phase.startNanoTime(), end == null ? System.nanoTime() : end);
  }

  /// The engine has written the summary already; rules and doubts come on top.
  private void keep(Result result, List<String> failures) {
    if (result.summary().assertions().isEmpty() && result.doubt().isEmpty()) {
      return;
    }
    try {
      RunRecord written = directory.read();
      directory.write(written.withSummary(result.recorded()));
    } catch (IOException e) {
      failures.add(e.getMessage());
    }
  }

  private @Nullable ProgressDisplay display() {
    if (quiet || status != null) {
      return null;
    }
    Surroundings.Terminal terminal = surroundings.terminal();
    return terminal.isErr()
        ? ProgressDisplay.live(surroundings.err(), plan.displayTarget(), terminal.width())
        : ProgressDisplay.lines(surroundings.err());
  }

  private void interrupt() {
    if (interrupted) {
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
    }
    interrupted = true;
    LiveExport open = export;
    if (open != null) {
      open.hurry();
    }
    LoadRun run = current;
    if (run != null) {
      run.stop();
    } else if (alone && !observing) {
      surroundings.err().println(TOO_EARLY);
      surroundings.err().flush();
      System.exit(ExitCode.INTERRUPTED);
    }
  }

  /// Somebody ends the process: the run is not over, and its directory must not say that it still
  /// goes on. What the driver has started is ended, as far as that does not take long.
  private void breakOff() {
    try {
      if (Files.exists(directory.runJson())) {
        RunRecord record = directory.read();
        if (record.state() == RunRecord.State.RUNNING) {
          directory.write(record.ended(RunRecord.State.FAILED, null));
          tell("the run in " + directory.path() + " is marked as failed");
        }
      } else if (plan.out() == null) {
        directory.removeIfNothingIsRecorded();
      }
    } catch (IOException e) {
      tell(String.valueOf(e.getMessage()));
    }
    Driver driver = opened;
    if (driver != null) {
      closeSoon(driver);
    }
  }

  private static void closeSoon(Driver driver) {
    Thread closing = Thread.ofPlatform().daemon().start(driver::close);
    try {
      closing.join(CLOSING_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void say(String what) {
    if (!quiet) {
      tell(what);
    }
  }

  private void tell(String what) {
    surroundings.err().println("takt: " + what);
    surroundings.err().flush();
  }
}
