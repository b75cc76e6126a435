package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.Certainty;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.Explanation.Unexplained;
import dev.takt.load.text.Units;
import dev.takt.report.text.CauseName;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The causes of slow operations of all sides as a table, by their share of the slow time: the time
/// that slow operations took beyond normal.
final class CauseTable {

  /// The width of the other columns.
  private static final int FIGURES = 52;

  private static final int MIN_NAME = 20;

  private final Explanation explanation;
  private final TextPage page;

  private CauseTable(Explanation explanation, TextPage page) {
    this.explanation = explanation;
    this.page = page;
  }

  /// @param most the maximum number of causes; the others are summed in one row
  static void print(Explanation explanation, int most, TextPage page) {
    CauseTable table = new CauseTable(explanation, page);
    table.causes(most);
    table.legend();
  }

  private void causes(int most) {
    List<CauseRow> causes =
        explanation.causes().stream()
            .sorted(Comparator.comparingLong((CauseRow each) -> each.excess().nanos()).reversed())
            .toList();
    int shown = causes.size() > most ? most - 1 : causes.size();
    List<List<String>> rows = new ArrayList<>();
    causes.subList(0, shown).forEach(each -> rows.add(row(each)));
    if (shown < causes.size()) {
      rows.add(others(causes.subList(shown, causes.size())));
    }
    Unexplained unexplained = explanation.unexplained();
    if (unexplained.excess().nanos() > 0) {
      rows.add(row(unexplained.excess().nanos(), "unexplained"));
    }
    page.table(List.of("slow time", "cause", "stalls", "longest", "p99 without", "p99.9"), rows, 1);
  }

  private List<String> row(CauseRow cause) {
    Percentiles without = cause.without();
    String name =
        mark(cause.certainty())
            + cause.cause().side().lowerCase()
            + " "
            + CauseName.of(cause.cause());
    return List.of(
        share(cause.excess().nanos()),
        Prose.cutEnd(name, Math.max(MIN_NAME, page.paint().width() - FIGURES)),
        cause.stalls().count() == 0 ? "" : Units.count(cause.stalls().count()),
        cause.stalls().longest() == 0 ? "" : Units.time(cause.stalls().longest()),
        without == null ? "" : Units.time(without.p99()),
        without == null ? "" : Units.time(without.p999()));
  }

  private List<String> others(List<CauseRow> causes) {
    return row(
        causes.stream().mapToLong(each -> each.excess().nanos()).sum(),
        causes.size() + " smaller causes");
  }

  private List<String> row(long nanos, String name) {
    return List.of(share(nanos), name, "", "", "", "");
  }

  private String share(long nanos) {
    long whole = explanation.excess().nanos();
    return whole == 0 ? "-" : EnglishText.format("%.1f %%", 100.0 * nanos / whole);
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
    if (matched || vague) {
      page.line(
          page.paint()
              .faint(
                  (matched ? "~ matched to operations by time only" : "")
                      + (matched && vague ? "; " : "")
                      + (vague ? "? sampled, or inferred from its effect" : "")));
    }
  }
}
