package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.JourneyExplanation;
import dev.takt.explain.RunExplainer;
import dev.takt.lab.Headline;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import dev.takt.runs.trace.TraceContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What made a run's operations slow, as text: the causes, and the slowest operations.
public final class ExplanationTable {

  /// The maximum number of causes. The JSON has all of them.
  private static final int MAX_CAUSES = 12;

  private final Explanation explanation;
  private final long origin;
  private final @Nullable String traceLink;
  private final TextPage page;

  private ExplanationTable(Explanation explanation, RunExplainer run, TextStyle paint) {
    this.explanation = explanation;
    this.origin = run.origin();
    this.traceLink = TraceContext.linkOf(run.record());
    this.page = new TextPage(paint);
  }

  /// The table, with a trailing line break.
  ///
  /// @param run that was explained
  public static String render(Explanation explanation, RunExplainer run, TextStyle paint) {
    ExplanationTable table = new ExplanationTable(explanation, run, paint);
    table.head();
    if (explanation.operations().slow() > 0) {
      table.page.blank();
      CauseTable.print(explanation, MAX_CAUSES, MAX_CAUSES, table.page);
      table.verdict();
      table.journeys();
      table.slowest();
    }
    explanation.notes().forEach(table.page::point);
    return table.page.toString();
  }

  private String measure() {
    return explanation.operations().scheduled() ? "response" : "service";
  }

  private void head() {
    page.line(
        EnglishText.format(
            "slow        %s of %s operations (%s of excess); %s p99 %s, p99.9 %s",
            Units.count(explanation.operations().slow()),
            Units.count(explanation.operations().count()),
            Units.time(explanation.excess().nanos()),
            measure(),
            Units.time(explanation.percentiles().p99()),
            Units.time(explanation.percentiles().p999())));
  }

  /// The generator's part comes first: the target must not be blamed for it.
  private void verdict() {
    Percentiles own = explanation.withoutGenerator();
    if (own != null) {
      page.line(
          EnglishText.format(
              "without the generator's own stalls: p99 %s, p99.9 %s",
              Units.time(own.p99()), Units.time(own.p999())));
    }
    if (explanation.isMostlyUnexplainedWait()) {
      page.point(Headline.busyConnections(explanation) + ".");
    }
  }

  /// The trace id of an operation, or the link to its trace.
  static String trace(String traceId, @Nullable String link) {
    return "trace " + (link == null ? traceId : link.replace(TraceContext.PLACEHOLDER, traceId));
  }

  private void journeys() {
    List<JourneyExplanation> journeys = explanation.operations().journeys();
    if (journeys.isEmpty()) {
      return;
    }
    page.blank();
    JourneyText.print(explanation, page);
    page.blank();
    page.line("slowest users without think times (number, arrival, response time)");
    for (JourneyExplanation each : journeys) {
      each.slowest().forEach(user -> page.point(JourneyText.user(each, user, origin)));
    }
  }

  private void slowest() {
    if (explanation.slowest().isEmpty()) {
      return;
    }
    page.blank();
    page.line("slowest operations (number, due time, latency)");
    for (SlowOperation each : explanation.slowest()) {
      page.point(
          EnglishText.format(
              "%d %s%s at %.3f s: %s = %s%s",
              each.id(),
              TagText.escape(each.name()),
              each.machine() == null ? "" : " of " + each.machine(),
              (each.times().due() - origin) / 1e9,
              Units.time(each.times().response()),
              CauseText.sentence(each, origin),
              each.traceId() == null ? "" : "; " + trace(each.traceId(), traceLink)));
    }
  }
}
