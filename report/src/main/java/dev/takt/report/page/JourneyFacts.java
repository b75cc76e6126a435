package dev.takt.report.page;

import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/// Writes the journeys of a run for the page: how many users came to each step.
final class JourneyFacts {

  private static final String THINK = "think";
  private static final String STEPS = "steps";

  private JourneyFacts() {}

  /// @param journeys as the plan has them
  /// @param summary null for a run that has none, of which only the names of the steps are known
  static void write(JsonWriter json, Map<?, ?> journeys, @Nullable RunSummary summary)
      throws IOException {
    json.name("journeys").open('[');
    if (summary != null && !summary.results().allJourneys().isEmpty()) {
      for (JourneySummary each : summary.results().allJourneys()) {
        write(json, each);
      }
    } else {
      for (Map.Entry<?, ?> each : journeys.entrySet()) {
        String name = String.valueOf(each.getKey());
        json.open('{');
        json.name("name").string(name);
        json.name(STEPS).open('[');
        for (String step : steps(each.getValue())) {
          json.open('{');
          json.name("operation").string(name + "." + step);
          json.close('}');
        }
        json.close(']');
        json.close('}');
      }
    }
    json.close(']');
  }

  private static void write(JsonWriter json, JourneySummary journey) throws IOException {
    Balance balance = journey.balance();
    json.open('{');
    json.name("name").string(journey.name());
    json.name("users").number(balance.intended() - balance.lost());
    json.name("completed").number(balance.completed());
    json.name("failed").number(balance.failed() + balance.timedOut() - journey.aborted());
    json.name("aborted").number(journey.aborted());
    json.name("unfinished").number(balance.unfinished() + balance.neverSent());
    json.name(STEPS).open('[');
    for (JourneySummary.Step each : journey.steps()) {
      json.open('{');
      json.name("operation").string(each.operation());
      json.name("reached").number(each.reached(journey));
      if (each.failed() != null && each.aborted() != null) {
        json.name("failed").number(each.failed());
        json.name("aborted").number(each.aborted());
      }
      json.close('}');
    }
    json.close(']');
    if (!journey.allGroups().isEmpty()) {
      writeGroups(json, journey);
    }
    json.close('}');
  }

  private static void writeGroups(JsonWriter json, JourneySummary journey) throws IOException {
    json.name("groups").open('[');
    for (JourneySummary.Group each : journey.allGroups()) {
      Balance balance = each.balance();
      json.open('{');
      json.name("operation").string(each.operation());
      json.name("first").string(each.steps().getFirst());
      json.name("reached").number(each.reached(journey));
      json.name("failed").number(balance.failed() + balance.timedOut());
      json.close('}');
    }
    json.close(']');
  }

  /// The names of the steps in a part of the plan, in their order, those in loops and branches
  /// included.
  private static SequencedSet<String> steps(@Nullable Object journey) {
    SequencedSet<String> names = new LinkedHashSet<>();
    if (journey instanceof Map<?, ?> map && map.get(STEPS) instanceof List<?> parts) {
      for (Object part : parts) {
        names.addAll(part instanceof Map<?, ?> one ? stepsOf(one) : List.of());
      }
    }
    return names;
  }

  private static List<String> stepsOf(Map<?, ?> part) {
    List<String> names = new ArrayList<>();
    for (Map.Entry<?, ?> each : part.entrySet()) {
      Object value = each.getValue();
      if (value instanceof List<?> branches) {
        branches.forEach(branch -> names.addAll(steps(branch)));
      } else if (value instanceof Map<?, ?> map && map.containsKey(STEPS)) {
        names.addAll(steps(map));
      } else if (value instanceof Map<?, ?> && !THINK.equals(each.getKey())) {
        names.add(String.valueOf(each.getKey()));
      }
    }
    return names;
  }
}
