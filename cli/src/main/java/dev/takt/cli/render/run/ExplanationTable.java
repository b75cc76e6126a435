package dev.takt.cli.render.run;

import dev.takt.cli.render.Ansi;
import dev.takt.cli.render.Columns;
import dev.takt.cli.render.Prose;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.Certainty;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.Explanation.Unexplained;
import dev.takt.explain.Explanation;
import dev.takt.load.text.Units;
import dev.takt.report.text.CauseName;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// What made a run's operations slow, as text: the causes, and the slowest operations.
public final class ExplanationTable {

  private static final int NAME = 27;

  /// The maximum number of causes per side. The JSON has all of them.
  private static final int MAX_CAUSES = 8;

  private final Explanation explanation;
  private final long origin;
  private final Ansi paint;
  private final StringBuilder out = new StringBuilder();

  private ExplanationTable(Explanation explanation, long origin, Ansi paint) {
    this.explanation = explanation;
    this.origin = origin;
    this.paint = paint;
  }

  /// The table, with a trailing line break.
  ///
  /// @param origin the zero point of printed times
  public static String render(Explanation explanation, long origin, Ansi paint) {
    ExplanationTable table = new ExplanationTable(explanation, origin, paint);
    table.head();
    if (explanation.slow() > 0) {
      table.causes();
      table.verdict();
      table.slowest();
    }
    explanation.notes().forEach(each -> table.line(Prose.point(each)));
    return table.out.toString();
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
            share(most.atP99(), explanation.excessAtP99()),
            Units.time(most.without().p99()),
            Units.time(explanation.p99()),
            Units.time(most.without().p999()),
            Units.time(explanation.p999())));
  }

  private String measure() {
    return explanation.scheduled() ? "response" : "service";
  }

  private void head() {
    line(
        EnglishText.format(
            "why slow    %s of %s operations, by %s in all; %s p99 %s, p99.9 %s",
            Units.count(explanation.slow()),
            Units.count(explanation.operations()),
            Units.time(explanation.excess()),
            measure(),
            Units.time(explanation.p99()),
            Units.time(explanation.p999())));
  }

  private void causes() {
    Columns columns = new Columns(out);
    try {
      columns.begin(List.of("", "", "", "", "of p99", "p99.9", "", "p99", "p99.9"), 0);
      columns.row(
          List.of(
              "",
              "stalls",
              "touched",
              "time lost",
              "excess",
              "excess",
              "longest",
              "without it",
              ""));
      for (Side side : List.of(Side.GENERATOR, Side.TARGET, Side.HOST)) {
        List<CauseRow> rows =
            explanation.causes().stream().filter(each -> each.cause().side() == side).toList();
        if (!rows.isEmpty()) {
          columns.row(row(side.lowerCase()));
        }
        for (CauseRow each : rows.subList(0, Math.min(MAX_CAUSES, rows.size()))) {
          columns.row(row(each));
        }
        if (rows.size() > MAX_CAUSES) {
          columns.row(others(rows.subList(MAX_CAUSES, rows.size())));
        }
      }
      Unexplained unexplained = explanation.unexplained();
      columns.row(
          List.of(
              "unexplained",
              "",
              Units.count(unexplained.affected()),
              Units.time(unexplained.nanos()),
              share(unexplained.atP99(), explanation.excessAtP99()),
              share(unexplained.atP999(), explanation.excessAtP999()),
              "",
              "",
              ""));
      columns.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
    legend();
  }

  private static List<String> row(String name) {
    return List.of(name, "", "", "", "", "", "", "", "");
  }

  private List<String> row(CauseRow cause) {
    Percentiles without = cause.without();
    return List.of(
        Prose.cutEnd("  " + mark(cause.certainty()) + CauseName.of(cause.cause()), NAME),
        cause.stalls() == 0 ? "" : Units.count(cause.stalls()),
        Units.count(cause.affected()),
        Units.time(cause.nanos()),
        share(cause.atP99(), explanation.excessAtP99()),
        share(cause.atP999(), explanation.excessAtP999()),
        cause.longest() == 0 ? "" : Units.time(cause.longest()),
        without == null ? "" : Units.time(without.p99()),
        without == null ? "" : Units.time(without.p999()));
  }

  private List<String> others(List<CauseRow> causes) {
    long nanos = causes.stream().mapToLong(CauseRow::nanos).sum();
    long atP99 = causes.stream().mapToLong(CauseRow::atP99).sum();
    long atP999 = causes.stream().mapToLong(CauseRow::atP999).sum();
    return List.of(
        "  and " + causes.size() + " smaller ones",
        "",
        "",
        Units.time(nanos),
        share(atP99, explanation.excessAtP99()),
        share(atP999, explanation.excessAtP999()),
        "",
        "",
        "");
  }

  private static String mark(Certainty certainty) {
    return switch (certainty) {
      case EXACT -> "";
      case MATCHED, MODEL -> "~ ";
      case VAGUE -> "? ";
    };
  }

  private void legend() {
    boolean matched =
        explanation.causes().stream().anyMatch(each -> mark(each.certainty()).startsWith("~"));
    boolean vague =
        explanation.causes().stream().anyMatch(each -> mark(each.certainty()).startsWith("?"));
    if (matched) {
      line(paint.faint("~ which operation it was follows from the times alone"));
    }
    if (vague) {
      line(paint.faint("? sampled, or seen by its effect alone"));
    }
  }

  private static String share(long part, long whole) {
    return whole == 0 ? "-" : EnglishText.format("%.1f %%", 100.0 * part / whole);
  }

  /// The generator's part comes first: the target must not be blamed for it.
  private void verdict() {
    Percentiles own = explanation.withoutGenerator();
    if (own != null) {
      line(
          EnglishText.format(
              "without what the generator itself did: p99 %s, p99.9 %s",
              Units.time(own.p99()), Units.time(own.p999())));
    }
    Unexplained unexplained = explanation.unexplained();
    if (unexplained.waiting() > explanation.excess() / 2) {
      line(
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
    line("");
    line("slowest operations (number, when due, what it took)");
    for (SlowOperation each : explanation.slowest()) {
      line(
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

  private void line(String text) {
    out.append(text).append('\n');
  }
}
