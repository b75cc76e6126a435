package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.load.text.Units;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What became of the users of each journey, in a sentence each.
final class JourneyList {

  private JourneyList() {}

  /// Nothing for a run without journeys.
  static void print(RunSummary run, TextPage page) {
    run.results().allJourneys().forEach(each -> page.line(text(each)));
  }

  static String text(JourneySummary journey) {
    Balance balance = journey.balance();
    List<String> parts = new ArrayList<>();
    parts.add(Units.count(balance.completed()) + " completed");
    add(parts, balance.failed() - journey.aborted(), "failed");
    add(parts, journey.aborted(), "aborted");
    add(parts, balance.timedOut(), "timed out");
    add(parts, balance.unfinished(), "unfinished");
    add(parts, balance.neverSent(), "never sent");
    String notReached =
        journey.steps().stream()
            .filter(each -> each.notReached() > 0)
            .map(each -> each.nameIn(journey) + " " + Units.count(each.notReached()))
            .collect(Collectors.joining(", "));
    return Units.count(balance.intended())
        + " users of "
        + journey.name()
        + ": "
        + String.join(", ", parts)
        + (notReached.isEmpty() ? "" : "; steps not reached: " + notReached);
  }

  private static void add(List<String> parts, long count, String state) {
    if (count > 0) {
      parts.add(Units.count(count) + " " + state);
    }
  }
}
