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
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.List;

/// The causes of slow operations, as a table.
final class CauseTable {

  private static final int NAME = 27;

  /// The maximum number of causes per side. The JSON has all of them.
  private static final int MAX_CAUSES = 8;

  private final Explanation explanation;
  private final TextPage page;

  private CauseTable(Explanation explanation, TextPage page) {
    this.explanation = explanation;
    this.page = page;
  }

  static void print(Explanation explanation, TextPage page) {
    CauseTable table = new CauseTable(explanation, page);
    table.causes();
    table.legend();
  }

  private void causes() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "", "stalls", "touched", "time lost", "excess", "excess", "longest", "without it", ""));
    for (Side side : List.of(Side.GENERATOR, Side.TARGET, Side.HOST)) {
      addCauses(side, rows);
    }
    rows.add(row(explanation.unexplained()));
    page.table(List.of("", "", "", "", "of p99", "p99.9", "", "p99", "p99.9"), rows, 0);
  }

  private void addCauses(Side side, List<List<String>> rows) {
    List<CauseRow> causes =
        explanation.causes().stream().filter(each -> each.cause().side() == side).toList();
    if (!causes.isEmpty()) {
      rows.add(List.of(side.lowerCase(), "", "", "", "", "", "", "", ""));
    }
    causes.stream().limit(MAX_CAUSES).forEach(each -> rows.add(row(each)));
    if (causes.size() > MAX_CAUSES) {
      rows.add(others(causes.subList(MAX_CAUSES, causes.size())));
    }
  }

  private List<String> row(Unexplained unexplained) {
    return List.of(
        "unexplained",
        "",
        Units.count(unexplained.affected()),
        Units.time(unexplained.nanos()),
        share(unexplained.atP99(), explanation.excessAtP99()),
        share(unexplained.atP999(), explanation.excessAtP999()),
        "",
        "",
        "");
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
      page.line(page.paint().faint("~ which operation it was follows from the times alone"));
    }
    if (vague) {
      page.line(page.paint().faint("? sampled, or seen by its effect alone"));
    }
  }

  static String share(long part, long whole) {
    return whole == 0 ? "-" : EnglishText.format("%.1f %%", 100.0 * part / whole);
  }
}
