package dev.takt.fleet.result;

import dev.takt.load.config.JourneyPlan;
import dev.takt.load.config.Plan;
import dev.takt.load.journey.JourneySpec;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// The users of journeys whose outcome is unknown. How many steps they did is unknown, too, but
/// bounded by the plan.
///
/// @param journeys of the plan; empty if it has none
/// @param results of them
record LostUsers(List<JourneySpec> journeys, List<JourneySummary> results) {

  static LostUsers of(Plan plan, RunSummary merged) {
    JourneyPlan journeys = plan.target().journeys();
    return new LostUsers(
        journeys == null ? List.of() : journeys.journeys(), merged.results().allJourneys());
  }

  /// How many users could have done a step that is unknown.
  ///
  /// @param operation a step, a group or a journey; null for all
  long users(@Nullable String operation) {
    return sum(operation, _ -> 1);
  }

  /// How many steps of these users are unknown at most.
  ///
  /// @param operation a step, a group, which has a step, or a journey, which a user does once; null
  ///   for all steps
  long mostSteps(@Nullable String operation) {
    return sum(
        operation,
        each -> {
          if (operation == null) {
            return each.mostSteps();
          }
          return operation.equals(each.name()) ? 1 : each.mostOfOneStep();
        });
  }

  private long sum(@Nullable String operation, ToLongFunction<JourneySpec> weight) {
    long sum = 0;
    for (JourneySpec each : journeys) {
      if (operation == null || has(each, operation)) {
        sum += lost(each) * weight.applyAsLong(each);
      }
    }
    return sum;
  }

  private static boolean has(JourneySpec journey, String operation) {
    return operation.equals(journey.name())
        || journey.steps().stream()
            .anyMatch(step -> operation.equals(journey.name() + "." + step.name()))
        || hasGroup(journey, operation);
  }

  /// Whether this is a group of steps. How often the lost users began one is in no balance.
  boolean isGroup(String operation) {
    return journeys.stream().anyMatch(each -> hasGroup(each, operation));
  }

  private static boolean hasGroup(JourneySpec journey, String operation) {
    return journey.groups().stream()
        .anyMatch(group -> operation.equals(journey.name() + "." + group.name()));
  }

  private long lost(JourneySpec journey) {
    return results.stream()
        .filter(each -> each.name().equals(journey.name()))
        .mapToLong(each -> each.balance().lost())
        .sum();
  }
}
