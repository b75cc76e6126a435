package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Ansi;
import dev.takt.cli.spi.render.Prose;
import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.Explanation.Unexplained;
import dev.takt.load.text.Units;
import dev.takt.report.text.CauseName;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.EnglishText;

/// What made a run's operations slow, as text: the causes, and the slowest operations.
public final class ExplanationTable {

  private final Explanation explanation;
  private final long origin;
  private final TextPage page;

  private ExplanationTable(Explanation explanation, long origin, Ansi paint) {
    this.explanation = explanation;
    this.origin = origin;
    this.page = new TextPage(paint);
  }

  /// The table, with a trailing line break.
  ///
  /// @param origin the zero point of printed times
  public static String render(Explanation explanation, long origin, Ansi paint) {
    ExplanationTable table = new ExplanationTable(explanation, origin, paint);
    table.head();
    if (explanation.slow() > 0) {
      CauseTable.print(explanation, table.page);
      table.verdict();
      table.slowest();
    }
    explanation.notes().forEach(table.page::point);
    return table.page.toString();
  }

  /// The summary: the cause of the largest part of the slowest hundredth.
  ///
  /// @return empty if no cause has a quarter of it
  public static String inOneSentence(Explanation explanation) {
    CauseRow most = null;
    for (CauseRow each : explanation.causes()) {
      most = most == null || each.atP99() > most.atP99() ? each : most;
    }
    if (most == null || most.without() == null || 4 * most.atP99() < explanation.excessAtP99()) {
      return "";
    }
    return Prose.hanging(
        "",
        EnglishText.format(
            "%s, the %s's, made %s of what the slowest 1 %% took too long; without it p99 would be %s instead of %s, p99.9 %s instead of %s",
            CauseName.of(most.cause()),
            most.cause().side().lowerCase(),
            CauseTable.share(most.atP99(), explanation.excessAtP99()),
            Units.time(most.without().p99()),
            Units.time(explanation.p99()),
            Units.time(most.without().p999()),
            Units.time(explanation.p999())));
  }

  private String measure() {
    return explanation.scheduled() ? "response" : "service";
  }

  private void head() {
    page.line(
        EnglishText.format(
            "why slow    %s of %s operations, by %s in all; %s p99 %s, p99.9 %s",
            Units.count(explanation.slow()),
            Units.count(explanation.operations()),
            Units.time(explanation.excess()),
            measure(),
            Units.time(explanation.p99()),
            Units.time(explanation.p999())));
  }

  /// The generator's part comes first: the target must not be blamed for it.
  private void verdict() {
    Percentiles own = explanation.withoutGenerator();
    if (own != null) {
      page.line(
          EnglishText.format(
              "without what the generator itself did: p99 %s, p99.9 %s",
              Units.time(own.p99()), Units.time(own.p999())));
    }
    Unexplained unexplained = explanation.unexplained();
    if (unexplained.waiting() > explanation.excess() / 2) {
      page.line(
          Prose.point(
              EnglishText.format(
                  "Most of the time, all %s connections were busy and no stall says why: the target is slower than the schedule asks for.",
                  explanation.servers() == 0 ? "" : explanation.servers())));
    }
  }

  private void slowest() {
    if (explanation.slowest().isEmpty()) {
      return;
    }
    page.blank();
    page.line("slowest operations (number, when due, what it took)");
    for (SlowOperation each : explanation.slowest()) {
      page.line(
          Prose.point(
              EnglishText.format(
                  "%d %s at %.3f s: %s = %s",
                  each.id(),
                  TagText.escape(each.name()),
                  (each.due() - origin) / 1e9,
                  Units.time(each.response()),
                  CauseText.sentence(each, origin))));
    }
  }
}
