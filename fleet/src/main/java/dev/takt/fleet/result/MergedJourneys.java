package dev.takt.fleet.result;

import dev.takt.load.config.JourneyPlan;
import dev.takt.load.config.Plan;
import dev.takt.load.journey.GroupSpec;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.StepSpec;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.model.RunSummary.JourneySummary.Group;
import dev.takt.runs.model.RunSummary.JourneySummary.Step;
import dev.takt.runs.model.RunTags.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, Step> steps = new LinkedHashMap<>();
    for (StepSpec step : journey.steps()) {
      String operation = name + "." + step.name();
      steps.put(operation, new Step(operation, 0, 0L, 0L));
    }
    for (JourneySummary one : each) {
      one.steps().forEach(step -> steps.merge(step.operation(), step, MergedJourneys::sum));
    }
    return new JourneySummary(
        name,
        ofSchedule(name, Measure.RESPONSE),
        Distribution.of(latencies.of(name, Measure.SERVICE)),
        ofSchedule(name, Measure.WAIT),
        balance,
        each.stream().mapToLong(JourneySummary::aborted).sum(),
        List.copyOf(steps.values()),
        journey.groups().isEmpty()
            ? null
            : journey.groups().stream().map(group -> sum(journey, group, each)).toList());
  }

  /// How often a group of steps was not reached is known only of machines with a result. What is
  /// recorded of a lost machine is in the times, and so in the balance.
  private Group sum(JourneySpec journey, GroupSpec group, List<JourneySummary> each) {
    String name = journey.name() + "." + group.name();
    List<Group> known =
        each.stream()
            .flatMap(one -> one.allGroups().stream())
            .filter(one -> one.operation().equals(name))
            .toList();
    Balance balance = known.stream().map(Group::balance).reduce(Balance.NONE, Balance::plus);
    Measure measure = plan.load().mode().hasSchedule() ? Measure.RESPONSE : Measure.SERVICE;
    for (LostShare one : lost) {
      balance = balance.plus(one.recorded(name, measure));
    }
    return new Group(
        name,
        ofSchedule(name, Measure.RESPONSE),
        Distribution.of(latencies.of(name, Measure.SERVICE)),
        ofSchedule(name, Measure.WAIT),
        balance,
        known.stream().mapToLong(Group::notReached).sum(),
        journey.steps().subList(group.from(), group.to()).stream()
            .map(step -> journey.name() + "." + step.name())
            .toList());
  }

  /// Null without intended starts.
  private @Nullable Distribution ofSchedule(String name, Measure measure) {
    return plan.load().mode().hasSchedule() ? Distribution.of(latencies.of(name, measure)) : null;
  }

  private static Step sum(Step a, Step b) {
    return new Step(
        a.operation(),
        a.notReached() + b.notReached(),
        sum(a.failed(), b.failed()),
        sum(a.aborted(), b.aborted()));
  }

  private static @Nullable Long sum(@Nullable Long a, @Nullable Long b) {
    return a == null || b == null ? null : a + b;
  }
}
