package dev.takt.lab;

import dev.takt.explain.RunExplainer;
import dev.takt.explain.trace.JourneyUsers;
import dev.takt.explain.trace.JourneyUsers.JourneyUser;
import dev.takt.explain.trace.Operations;
import dev.takt.load.rules.Distributions;
import dev.takt.load.rules.RuleJudge;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.model.RunTags.Measure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The figures of a run as they would have been without the generator's own share.
///
/// An operation that was never sent, unfinished or timed out counts as completed if the generator
/// took at least half of its time.
final class WithoutGenerator implements Distributions {

  private final Operations recorded;
  private final Operations moved;
  private final List<JourneySummary> journeys;

  /// Null without journeys, or if it is not known whose the steps are.
  private final @Nullable JourneyUsers users;

  private WithoutGenerator(Operations recorded, Operations moved, List<JourneySummary> journeys) {
    this.recorded = recorded;
    this.moved = moved;
    this.journeys = journeys;
    this.users = JourneyUsers.of(recorded);
  }

  /// @param explainer of the run, with all its operations
  static RuleJudge.Figures figures(RunRecord run, RunSummary measured, RunExplainer explainer) {
    WithoutGenerator all =
        new WithoutGenerator(
            explainer.operations(),
            explainer.operationsWithoutGenerator(),
            measured.results().allJourneys());
    return new RuleJudge.Figures(all.summary(run, measured), all);
  }

  /// The times of one measure. As in the rules, those of timed-out operations are among them.
  @Override
  public LatencyHistogram of(@Nullable String operation, Measure measure) {
    for (JourneySummary each : journeys) {
      if (each.name().equals(operation)) {
        return ofJourney(each, measure);
      }
    }
    LatencyHistogram histogram = new LatencyHistogram();
    int name = operation == null ? -1 : moved.names().indexOf(operation);
    for (int i = 0; i < moved.size(); i++) {
      if ((operation == null || moved.name(i) == name) && isCounted(moved.state(i), measure)) {
        histogram.record(
            switch (measure) {
              case RESPONSE -> moved.response(i);
              case SERVICE -> moved.service(i);
              case WAIT -> moved.waiting(i);
              case LATENESS -> 0;
            });
      }
    }
    return histogram;
  }

  /// The times of a journey: its think times, and the times that its steps would have taken. Empty,
  /// which stands for unknown, if users were not at their end, because the trace does not have
  /// their ages, or were aborted, because it does not say who.
  private LatencyHistogram ofJourney(JourneySummary journey, Measure measure) {
    LatencyHistogram histogram = new LatencyHistogram();
    long others =
        journey.balance().unfinished() + journey.balance().neverSent() + journey.aborted();
    if (users == null || others > 0) {
      return histogram;
    }
    int index = users.journeys().indexOf(journey.name());
    for (int place = 0; place < users.size(); place++) {
      JourneyUser user = users.at(place);
      if (user == null && users.isIncomplete(place)) {
        return new LatencyHistogram();
      }
      if (user != null
          && user.journey() == index
          && isCounted(recorded.state(user.lastStep()), measure)) {
        histogram.record(time(user, measure));
      }
    }
    return histogram;
  }

  @Override
  public double largestShare(String journey) {
    long most = 0;
    for (int place = 0; users != null && place < users.size(); place++) {
      JourneyUser user = users.at(place);
      if (user == null && users.isIncomplete(place)) {
        return Double.NaN;
      }
      if (user != null && users.journeys().get(user.journey()).equals(journey)) {
        most = Math.max(most, user.response() - time(user, Measure.RESPONSE));
      }
    }
    return users == null ? Double.NaN : (double) most;
  }

  private long time(JourneyUser user, Measure measure) {
    long waiting = moved.waiting(user.path().getFirst());
    long response = user.thinking() + user.path().stream().mapToLong(moved::response).sum();
    return switch (measure) {
      case RESPONSE -> response;
      case SERVICE -> response - waiting;
      case WAIT -> waiting;
      case LATENESS -> 0;
    };
  }

  /// Whether operations of a state are in a distribution: see [OperationSummary].
  private static boolean isCounted(OperationState state, Measure measure) {
    return switch (state) {
      case COMPLETED, TIMED_OUT -> true;
      case FAILED -> false;
      case NEVER_SENT -> measure == Measure.RESPONSE || measure == Measure.WAIT;
      case UNFINISHED -> measure == Measure.RESPONSE;
    };
  }

  private RunSummary summary(RunRecord run, RunSummary measured) {
    RunSummary.Results results = measured.results();
    List<OperationSummary> operations =
        results.operations().stream()
            .map(each -> with(each, balance(each.name(), each.balance())))
            .toList();
    Balance balance = balance(null, results.balance());
    return new RunSummary(
        measured.heading(),
        measured.execution(),
        new RunSummary.Results(
            operations,
            with(results.total(), balance),
            balance,
            results.warmup(),
            new Rate(results.rate().intended(), rate(run, balance)),
            results.allocation(),
            results.counters(),
            null), // what became of the users is not known
        measured.generator(),
        measured.failures(),
        measured.assertions(),
        measured.warnings(),
        measured.runDirectory());
  }

  private static OperationSummary with(OperationSummary measured, Balance balance) {
    return new OperationSummary(
        measured.name(),
        measured.response(),
        measured.service(),
        measured.waiting(),
        balance,
        measured.statuses());
  }

  private Balance balance(@Nullable String operation, Balance measured) {
    int name = operation == null ? -1 : moved.names().indexOf(operation);
    long[] answered = new long[OperationState.COUNT];
    for (int i = 0; i < moved.size(); i++) {
      if ((operation == null || moved.name(i) == name) && isMostlyOfGenerator(i)) {
        answered[moved.state(i).code()]++;
      }
    }
    long timedOut = answered[OperationState.TIMED_OUT.code()];
    long unfinished = answered[OperationState.UNFINISHED.code()];
    long neverSent = answered[OperationState.NEVER_SENT.code()];
    return new Balance(
        measured.intended(),
        measured.completed() + timedOut + unfinished + neverSent,
        measured.failed(),
        measured.timedOut() - timedOut,
        measured.unfinished() - unfinished,
        measured.neverSent() - neverSent,
        measured.recordedLost());
  }

  private boolean isMostlyOfGenerator(int i) {
    return recorded.response(i) > 0 && 2 * moved.response(i) <= recorded.response(i);
  }

  /// Answers per second; NaN if the schedule has no end. The rate of journeys is that of users who
  /// began: how many would have is not known.
  private double rate(RunRecord run, Balance balance) {
    if (!journeys.isEmpty()) {
      return Double.NaN;
    }
    RunRecord.Phase phase = run.measured();
    Long scheduled = phase == null ? null : phase.endNanoTime();
    if (phase == null || scheduled == null) {
      return Double.NaN;
    }
    long end = scheduled;
    for (int i = 0; i < moved.size(); i++) {
      end = Math.max(end, moved.end(i));
    }
    long answers = balance.completed() + balance.failed() + balance.timedOut();
    return answers / (Math.max(1, end - phase.startNanoTime()) / 1e9);
  }
}
