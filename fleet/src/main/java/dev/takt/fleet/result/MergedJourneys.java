package dev.takt.fleet.result;

import dev.takt.load.config.JourneyPlan;
import dev.takt.load.config.Plan;
import dev.takt.load.journey.JourneySpec;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.model.RunSummary.JourneySummary.Step;
import dev.takt.runs.model.RunTags.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Adds up what became of the users of journeys on several machines.
///
/// @param known the results of the machines that have one
/// @param lost the shares of the machines that have none
/// @param latencies of all machines together
record MergedJourneys(
    Plan plan, List<RunSummary> known, List<LostShare> lost, LogTotals latencies) {

  /// All journeys, in the order of the plan; empty if it has none.
  List<JourneySummary> all() {
    JourneyPlan journeys = plan.target().journeys();
    List<JourneySummary> sums = new ArrayList<>();
    for (JourneySpec each : journeys == null ? List.<JourneySpec>of() : journeys.journeys()) {
      sums.add(sum(sums.size(), each));
    }
    return List.copyOf(sums);
  }

  /// How many users were aborted, or did not reach a step, is known only of machines with a result.
  private JourneySummary sum(int index, JourneySpec journey) {
    String name = journey.name();
    List<JourneySummary> each =
        known.stream()
            .flatMap(one -> one.results().allJourneys().stream())
            .filter(one -> one.name().equals(name))
            .toList();
    Balance balance =
        each.stream().map(JourneySummary::balance).reduce(Balance.NONE, Balance::plus);
    for (LostShare one : lost) {
      balance = balance.plus(one.users().get(index));
    }
    return new JourneySummary(
        name,
        Distribution.of(latencies.of(name, Measure.RESPONSE)),
        Distribution.of(latencies.of(name, Measure.SERVICE)),
        Distribution.of(latencies.of(name, Measure.WAIT)),
        balance,
        each.stream().mapToLong(JourneySummary::aborted).sum(),
        journey.steps().stream().map(step -> sum(name + "." + step.name(), each)).toList());
  }

  private static Step sum(String operation, List<JourneySummary> each) {
    List<Step> known =
        each.stream()
            .flatMap(one -> one.steps().stream())
            .filter(one -> one.operation().equals(operation))
            .toList();
    return new Step(
        operation,
        known.stream().mapToLong(Step::notReached).sum(),
        sum(known, Step::failed),
        sum(known, Step::aborted));
  }

  /// Null if a machine does not say it.
  private static @Nullable Long sum(List<Step> steps, Function<Step, @Nullable Long> count) {
    long sum = 0;
    for (Step each : steps) {
      Long one = count.apply(each);
      if (one == null) {
        return null;
      }
      sum += one;
    }
    return sum;
  }
}
