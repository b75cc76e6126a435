package dev.takt.lab;

import dev.takt.explain.RunExplainer;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.engine.LoadRun;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.load.engine.summary.ScheduleCheck;
import dev.takt.load.rules.Distributions;
import dev.takt.load.share.StartTime;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One run: starts the target and the observers, drives the target, explains and judges the result,
/// and writes the run directory. It prints nothing; events go to a [RunListener].
///
/// [#run] is called once. [#stop] and [#abort] may be called by any thread.
public final class RunSession {

  /// Time for the driver to close when the process exits.
  private static final long CLOSE_TIMEOUT_MILLIS = 5_000;

  private final Plan plan;
  private final PlanLaunch launch;
  private final RunDirectory directory;
  private final RunListener listener;
  private final Explain explain;
  private final List<String> failures = new ArrayList<>();

  private volatile boolean stopped;
  private volatile boolean observersStarted;
  private volatile @Nullable Driver driver;
  private volatile @Nullable LoadRun load;
  private volatile @Nullable RunExport export;
  private @Nullable Completed completed;

  /// Whether a watched run is explained.
  public enum Explain {
    /// Always.
    ALWAYS,
    /// Only if a rule was broken or the schedule missed, and the generator was not at fault.
    IF_TARGET_FAILED
  }

  /// What is found out between the end of the load and the end of the run.
  private record Completed(
      RunRecord record,
      RunSummary summary,
      Optional<String> doubt,
      Optional<RunResult.Observed> observed) {}

  /// A run that is always explained.
  public RunSession(Plan plan, PlanLaunch launch, RunDirectory directory, RunListener listener) {
    this(plan, launch, directory, listener, Explain.ALWAYS);
  }

  /// A run that has not started.
  public RunSession(
      Plan plan, PlanLaunch launch, RunDirectory directory, RunListener listener, Explain explain) {
    this.plan = plan;
    this.launch = launch;
    this.directory = directory;
    this.listener = listener;
    this.explain = explain;
  }

  /// A run with the installed drivers.
  ///
  /// @throws PlanException if the schedule cannot be made
  public static RunSession of(Plan plan, RunDirectory directory, RunListener listener)
      throws PlanException {
    PlanLaunch launch = PlanLaunch.prepare(plan, InstalledDrivers.load());
    return new RunSession(plan, launch, directory, listener);
  }

  /// Runs to the end. The files of the run directory are complete when it returns. A run that could
  /// not begin leaves no directory, unless the plan names it.
  ///
  /// @throws IOException if the run directory cannot be written
  /// @throws DriverException if the target cannot be started or reached
  /// @throws InterruptedException if it was stopped before the load began
  public RunResult run() throws IOException, DriverException, InterruptedException {
    listener.info("run directory " + directory.path());
    RunObservers observers = new RunObservers(plan.watching(), directory, listener);
    try (RunExport exported = openExport();
        TargetProcess target = TargetProcess.start(plan.watching().spawn(), directory, listener);
        observers;
        Driver opened = target.open(() -> launch.open(directory.path(), listener::info))) {
      driver = opened;
      listener.info("driving " + opened.describe());
      observersStarted = plan.watching().isOn();
      observers.start(opened, target);
      RunResult result = drive(opened, observers);
      exported.finish().ifPresent(listener::warning);
      return result;
    } catch (DriverException | IOException e) {
      removeDirectory();
      throw e;
    }
  }

  private Progress.Listener progressListener() {
    return new Progress.Listener() {
      @Override
      public void progressed(Progress progress) {
        listener.progressed(progress);
      }

      @Override
      public void warned(String text) {
        listener.warning(text);
      }

      @Override
      public StartTime awaitStart() throws DriverException, InterruptedException {
        return listener.awaitStart();
      }
    };
  }

  private RunResult drive(Driver opened, RunObservers observers)
      throws IOException, DriverException, InterruptedException {
    LoadEnd end = new LoadEnd();
    LoadRun run =
        new LoadRun(launch.settings(opened), directory, progressListener(), recordingListener());
    load = run;
    if (stopped) {
      throw new InterruptedException("while the observers started");
    }
    listener.loadStarting();
    try {
      run.run(ended -> {
        end.report();
        Completed all = complete(ended, run, opened, observers);
        completed = all;
        return all.record;
      });
    } finally {
      end.report();
    }
    Completed all = Objects.requireNonNull(completed, "the run was not completed");
    return new RunResult(
        directory,
        all.record,
        all.summary,
        run.distributions(),
        all.doubt,
        all.observed,
        Stream.concat(run.storageFailures().stream(), failures.stream()).toList(),
        stopped);
  }

  /// Reports the end of the load once.
  private final class LoadEnd {
    private boolean reported;

    void report() {
      if (!reported) {
        reported = true;
        listener.loadEnded();
      }
    }
  }

  /// Judges, stops the observers and explains: all that `run.json` says about the end.
  private Completed complete(RunRecord loaded, LoadRun run, Driver opened, RunObservers observers) {
    Distributions distributions = run.distributions();
    RunRecord.Phase phase = loaded.measured();
    Optional<Stalls> seen = observers.finish(phase, failures);
    RunSummary measured =
        Objects.requireNonNull(loaded.summary())
            .withAllocated(seen.map(Stalls::allocated).orElse(null))
            .withCounted(observers.counted());
    RunRecord ended = loaded.withSummary(measured);
    Optional<String> doubt =
        ScheduleCheck.missedSchedule(measured, run.unsentBeside(), plan, opened);
    Optional<RunResult.Observed> observed =
        seen.map(stalls ->
            new RunResult.Observed(
                stalls,
                ended.duringMeasured(stalls),
                isExplained(measured, distributions, doubt)
                    ? RunExplanation.of(directory, ended, stalls, listener::warning)
                    : Optional.empty()));
    RunSummary summary =
        new RunJudgement(ended, distributions, doubt)
            .judge(
                plan.failIf(),
                observed.flatMap(RunResult.Observed::explainer),
                () -> explainerForRules(ended, run, observed));
    RunSummary recorded = doubt.map(summary::withWarning).orElse(summary);
    return new Completed(ended.withSummary(recorded), summary, doubt, observed);
  }

  private boolean isExplained(
      RunSummary measured, Distributions distributions, Optional<String> doubt) {
    return switch (explain) {
      case ALWAYS -> true;
      case IF_TARGET_FAILED ->
          measured.generator().verdict() == Verdict.OK
              && (doubt.isPresent()
                  || plan.failIf().stream()
                      .anyMatch(rule -> rule.evaluate(measured, distributions).broken()));
    };
  }

  /// The explainer of the run; of a run that was not watched, one that knows the generator only.
  private Optional<RunExplainer> explainerForRules(
      RunRecord ended, LoadRun run, Optional<RunResult.Observed> observed) {
    Optional<RunExplainer> known = observed.flatMap(RunResult.Observed::explainer);
    if (known.isPresent()) {
      return known;
    }
    Optional<Stalls> stalls =
        observed.isPresent()
            ? observed.map(RunResult.Observed::stalls)
            : run.generatorStalls().map(RunExplanation::ofGenerator);
    return stalls.flatMap(each -> RunExplanation.of(directory, ended, each, _ -> {}));
  }

  private RunExport openExport() throws IOException {
    RunExport opened = RunExport.open(plan, directory, listener::warning, listener::info);
    export = opened;
    return opened;
  }

  private @Nullable RecordingListener recordingListener() {
    RunExport open = export;
    RecordingListener exporter = open == null ? null : open.recordingListener().orElse(null);
    RecordingListener own = listener.recordingListener();
    if (exporter == null || own == null) {
      return exporter == null ? own : exporter;
    }
    return exporter.andThen(own);
  }

  private void removeDirectory() {
    if (plan.out() == null) {
      directory.removeIfNothingIsRecorded();
    }
  }

  /// The driver of the run; null until it is open.
  public @Nullable Driver driver() {
    return driver;
  }

  /// Ends the run in good order: what is due is still sent and answers are awaited for a second at
  /// most. Before the load begins, [#run] ends with an [InterruptedException] as soon as observers
  /// and driver are open.
  ///
  /// @return false while the driver is being opened, which may take long or never end
  public boolean stop() {
    stopped = true;
    RunExport open = export;
    if (open != null) {
      open.stopWaiting();
    }
    LoadRun run = load;
    if (run != null) {
      run.stop();
    }
    return run != null || observersStarted;
  }

  /// Leaves the run directory in a readable state, and closes the driver if that takes at most 5 s:
  /// for a process that is about to exit.
  public void abort() {
    LoadRun run = load;
    try {
      if (run == null) {
        removeDirectory();
      } else if (run.abort()) {
        listener.warning("the run in " + directory.path() + " is marked as failed");
      }
    } catch (IOException e) {
      listener.warning(String.valueOf(e.getMessage()));
    }
    Driver open = driver;
    if (open != null) {
      close(open);
    }
  }

  /// Keeps the summary of a load that has ended, also while the run is still being explained: for a
  /// process that is about to be halted. Does nothing while the load goes on.
  public void saveSummary() {
    LoadRun run = load;
    try {
      if (run != null) {
        run.saveIfEnded();
      }
    } catch (IOException e) {
      listener.warning(String.valueOf(e.getMessage()));
    }
  }

  private static void close(Driver open) {
    Thread closing = Thread.ofPlatform().daemon().start(open::close);
    try {
      closing.join(CLOSE_TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
