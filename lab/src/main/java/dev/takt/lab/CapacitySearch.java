package dev.takt.lab;

import dev.takt.explain.capacity.RateSearch;
import dev.takt.explain.capacity.SearchSettings;
import dev.takt.explain.capacity.SearchStep;
import dev.takt.explain.capacity.Trial;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.rules.Assertion;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Searches for the highest rate, or the greatest number of users, that keeps its objectives, with
/// one run for each number that [RateSearch] asks for.
///
/// [#run] is called once; [#stop] by any thread.
public final class CapacitySearch {

  /// After this many runs in a row that completed nothing, the target is considered gone.
  private static final int MAX_EMPTY_RUNS = 3;

  private static final Assertion P99 =
      new Assertion(
          "p99 < 0s",
          null,
          null,
          new Assertion.Figure.Percentile(99),
          Assertion.Comparison.LESS,
          0);

  private final Setup setup;
  private final RunDirectory directory;
  private final Listener listener;
  private final List<Assertion> objectives;
  private final List<Trial> answers = new ArrayList<>();
  private final List<CapacityStep> steps = new ArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable RunSession session;
  private CapacityReport.@Nullable Trouble trouble;

  /// What is searched, and how.
  ///
  /// @param plan of each run; it has a rate or a number of users
  /// @param objectives that have to hold, in addition to the plan's own rules
  /// @param searched what differs from run to run
  /// @param settings with the same bounds
  /// @param pauseNanos time for the target to recover after a failed run
  /// @param providers the drivers
  public record Setup(
      Plan plan,
      List<Assertion> objectives,
      Searched searched,
      SearchSettings settings,
      long pauseNanos,
      List<DriverProvider> providers) {

    /// All that has to hold: the objectives, and the opposites of the plan's rules.
    public List<Assertion> allObjectives() {
      return Stream.concat(objectives.stream(), plan.failIf().stream().map(Assertion::opposite))
          .toList();
    }
  }

  /// Receives each run of a search. Called by the thread that searches.
  public interface Listener {

    /// A run has ended.
    ///
    /// @param step what it says of the target
    /// @param result of the run; explained if the target failed and was watched
    /// @param soFar the search with this step
    /// @throws IOException if that cannot be written, which ends the search
    void stepped(CapacityStep step, RunResult result, CapacityReport soFar) throws IOException;

    /// A problem of a run that does not end it.
    void warning(String message);
  }

  /// A search that has not started.
  ///
  /// @param directory that receives a directory for each run
  public CapacitySearch(Setup setup, RunDirectory directory, Listener listener) {
    this.setup = setup;
    this.directory = directory;
    this.listener = listener;
    this.objectives = setup.allObjectives();
  }

  /// Runs until the rate is found, the steps are spent, or there is trouble.
  public CapacityReport run() throws PlanException {
    try {
      while (trouble == null
          && !isStopped()
          && RateSearch.next(setup.settings, answers) instanceof SearchStep.Try next) {
        step(next);
      }
    } catch (IOException | DriverException e) {
      end(String.valueOf(e.getMessage()), RunVerdict.FAILED);
    } catch (InterruptedException e) {
      end("interrupted", RunVerdict.INTERRUPTED);
    }
    return soFar();
  }

  /// Ends the current run in good order, and the search after it.
  public void stop() {
    stopped.countDown();
    RunSession current = session;
    if (current != null) {
      current.stop();
    }
  }

  /// Keeps the summary of the current run: see [RunSession#saveSummary].
  public void saveSummary() {
    RunSession current = session;
    if (current != null) {
      current.saveSummary();
    }
  }

  /// Leaves the directory of the current run readable: see [RunSession#abort].
  public void abort() {
    RunSession current = session;
    if (current != null) {
      current.abort();
    }
  }

  private boolean isStopped() {
    if (stopped.getCount() == 0) {
      end("interrupted", RunVerdict.INTERRUPTED);
      return true;
    }
    return false;
  }

  private void end(String reason, RunVerdict verdict) {
    trouble = new CapacityReport.Trouble(reason, verdict);
  }

  private void step(SearchStep.Try next)
      throws IOException, DriverException, InterruptedException, PlanException {
    int number = steps.size() + 1;
    // `03-4000-s`, so that directories sort in the order of the runs.
    String name = MachineText.format("%02d-%s", number, setup.searched.nameOf(next.rate()));
    RunResult result = run(next.rate(), directory.resolve(name));
    if (!result.storageFailures().isEmpty()) {
      end(String.join("; ", result.storageFailures()), RunVerdict.FAILED);
      return;
    }
    if (result.interrupted()) {
      end("interrupted", RunVerdict.INTERRUPTED);
      return;
    }
    CapacityStep step = judged(number, next, result);
    steps.add(step);
    answers.add(new Trial(step.rate(), step.outcome()));
    listener.stepped(step, result, soFar());
    if (isTargetGone()) {
      end(
          "nothing was completed at "
              + Searched.text(next.rate(), setup.searched.isWhole())
              + causes(step.summary())
              + "; does the target answer?",
          RunVerdict.FAILED);
    } else if (step.outcome() == Trial.Outcome.FAILED) {
      var _ = stopped.await(setup.pauseNanos, TimeUnit.NANOSECONDS);
    }
  }

  private RunResult run(double number, Path path)
      throws IOException, DriverException, InterruptedException, PlanException {
    List<Assertion> rules = setup.objectives.stream().map(Assertion::opposite).toList();
    Plan plan = setup.searched.at(setup.plan, number, rules, path.toString());
    PlanLaunch launch = PlanLaunch.prepare(plan, setup.providers);
    RunDirectory own = RunDirectory.create(path);
    RunSession current =
        new RunSession(plan, launch, own, new WarningsOnly(), RunSession.Explain.IF_TARGET_FAILED);
    session = current;
    if (stopped.getCount() == 0) {
      current.stop();
    }
    try {
      return current.run();
    } catch (DriverException | IOException e) {
      own.removeIfNothingIsRecorded();
      throw e;
    } finally {
      session = null;
    }
  }

  private final class WarningsOnly implements RunListener {
    @Override
    public void warning(String message) {
      listener.warning(message);
    }
  }

  private CapacityStep judged(int number, SearchStep.Try next, RunResult result) {
    RunSummary summary = result.summary();
    List<CapacityStep.Objective> judged =
        objectives.stream().map(each -> CapacityStep.Objective.of(each, result)).toList();
    boolean kept =
        judged.stream().allMatch(CapacityStep.Objective::kept) && result.doubt().isEmpty();
    return new CapacityStep(
        number,
        next.rate(),
        next.reason(),
        outcome(kept, summary.generator().verdict()),
        summary,
        judged,
        curve().value(summary, result.distributions()),
        result.doubt().orElse(null));
  }

  /// A generator that sent late only makes a latency worse, because latency counts from the
  /// intended start. What held nevertheless holds; what did not is no evidence against the target.
  private static Trial.Outcome outcome(boolean kept, Verdict generator) {
    if (kept) {
      return Trial.Outcome.HELD;
    }
    return generator == Verdict.OK ? Trial.Outcome.FAILED : Trial.Outcome.NOT_TRUSTED;
  }

  /// The curve shows the first objective that is a time; without one, the 99th percentile.
  private Assertion curve() {
    return objectives.stream().filter(Assertion::isTime).findFirst().orElse(P99);
  }

  /// Nothing was completed at the lowest rate, or in several runs in a row. A target that is merely
  /// overloaded completes something.
  private boolean isTargetGone() {
    int empty = 0;
    for (CapacityStep each : steps.reversed()) {
      if (each.summary().results().balance().completed() > 0) {
        break;
      }
      empty++;
    }
    return empty == MAX_EMPTY_RUNS || (empty == steps.size() && empty > 0);
  }

  private static String causes(RunSummary summary) {
    return summary.failures().counts().isEmpty()
        ? ""
        : " (" + String.join(", ", summary.failures().counts().keySet()) + ")";
  }

  /// What is known of the search now.
  public CapacityReport soFar() {
    return new CapacityReport(
        setup.plan.displayTarget(),
        objectives.stream().map(Assertion::rule).toList(),
        setup.settings,
        RateSearch.resultSoFar(setup.settings, answers),
        curve().subject(),
        steps,
        trouble,
        directory.path().toString());
  }
}
