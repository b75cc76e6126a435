package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.model.RunSummary.JourneySummary.Step;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What became of the users of each journey, and how many came how far, in a sentence each.
final class JourneyList {

  private static final int MAX_STEPS = 8;

  private JourneyList() {}

  /// Nothing for a run without journeys.
  static void print(RunSummary run, TextPage page) {
    run.results().allJourneys().forEach(each -> page.line(text(run, each)));
  }

  /// A user of a closed population does one journey after the other.
  static String text(RunSummary run, JourneySummary journey) {
    return text(journey, run.execution().users() == null ? "user" : "journey");
  }

  static String text(JourneySummary journey) {
    return text(journey, "user");
  }

  private static String text(JourneySummary journey, String what) {
    Balance balance = journey.balance();
    List<String> parts = new ArrayList<>();
    parts.add(Units.count(balance.completed()) + " completed");
    long failed = balance.failed() - journey.aborted();
    String where = steps(journey, Step::failed);
    add(parts, failed, "failed" + (balance.timedOut() == 0 ? where : ""));
    add(parts, balance.timedOut(), "timed out" + where);
    add(parts, journey.aborted(), "aborted" + steps(journey, Step::aborted));
    add(parts, balance.unfinished(), "unfinished");
    add(parts, balance.neverSent(), "never sent");
    add(parts, balance.lost(), "unknown");
    return Units.count(balance.intended())
        + (balance.intended() == 1 ? " " + what + " of " : " " + what + "s of ")
        + journey.name()
        + ": "
        + String.join(", ", parts)
        + reached(journey);
  }

  /// At or after which steps users were at their end: ` (login 4, browse 8)`.
  private static String steps(JourneySummary journey, Function<Step, @Nullable Long> count) {
    List<String> steps = new ArrayList<>();
    for (Step each : journey.steps()) {
      Long users = count.apply(each);
      if (users != null && users > 0) {
        steps.add(each.nameIn(journey) + " " + Units.count(users));
      }
    }
    return steps.isEmpty() ? "" : " (" + list(steps) + ")";
  }

  /// How many users came to the steps that not all came to.
  private static String reached(JourneySummary journey) {
    long users = journey.balance().intended() - journey.balance().lost();
    List<String> steps =
        journey.steps().stream()
            .filter(each -> each.notReached() > 0)
            .map(each ->
                EnglishText.format(
                    "%s %s (%s)",
                    each.nameIn(journey),
                    Units.count(each.reached(journey)),
                    Units.percent((double) each.reached(journey) / users)))
            .toList();
    return steps.isEmpty() ? "" : "; reached: " + list(steps);
  }

  private static String list(List<String> steps) {
    int more = steps.size() - MAX_STEPS;
    return more <= 0
        ? String.join(", ", steps)
        : String.join(", ", steps.subList(0, MAX_STEPS)) + " and " + more + " more";
  }

  private static void add(List<String> parts, long count, String state) {
    if (count > 0) {
      parts.add(Units.count(count) + " " + state);
    }
  }
}
