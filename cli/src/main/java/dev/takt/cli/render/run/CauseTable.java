package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.Certainty;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.report.text.CauseName;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The causes of slow operations of all sides as a table, by their share of the slow time: the time
/// that slow operations took beyond normal.
public final class CauseTable {

  /// The width of the other columns.
  private static final int FIGURES = 52;

  private static final int MIN_NAME = 20;

  /// The column of the names.
  private static final int NAME = 1;

  /// What stands between a cause and its detail.
  private static final String DETAIL = ": ";

  private static final String INDENT = "  ";

  /// Less of a detail says nothing.
  private static final int MIN_DETAIL = 4;

  /// The names of the columns.
  public static final List<String> HEAD =
      List.of("slow time", "cause", "stalls", "longest", "p99 without", "p99.9");

  private CauseTable() {}

  /// A line of the table.
  ///
  /// @param share of the slow time, from 0 to 1
  /// @param cells in the order of [#HEAD]
  public record Line(double share, List<String> cells) {}

  /// @param most the maximum number of causes; the others are summed in one line
  /// @param wrapped how many of them may take a second row
  static void print(Explanation explanation, int most, int wrapped, TextPage page) {
    int width = Math.max(MIN_NAME, page.paint().width() - FIGURES);
    List<List<String>> rows = new ArrayList<>();
    int left = wrapped;
    for (Line each : lines(explanation, most)) {
      rows.addAll(rows(each.cells, width, left > 0));
      left--;
    }
    page.table(HEAD, rows, NAME);
    String legend = legend(explanation);
    if (!legend.isEmpty()) {
      page.line(page.paint().faint(legend));
    }
  }

  /// The rows of a line. The detail of a long name goes into a second row, if it may. What does not
  /// fit is cut: the front of a name of a class, the end of a sentence.
  private static List<List<String>> rows(List<String> cells, int width, boolean isWrapped) {
    String name = cells.get(NAME);
    int detail = name.indexOf(DETAIL) + DETAIL.length();
    if (Prose.length(name) <= width || detail < DETAIL.length()) {
      return List.of(with(cells, Prose.cutEnd(name, width)));
    }
    String text = name.substring(detail);
    int room = width - detail;
    if (!isWrapped) {
      String all =
          room < MIN_DETAIL
              ? Prose.cutEnd(name, width)
              : name.substring(0, detail) + cut(text, room);
      return List.of(with(cells, all));
    }
    return List.of(
        with(cells, Prose.cutEnd(name.substring(0, detail).strip(), width)),
        with(Collections.nCopies(cells.size(), ""), INDENT + cut(text, width - INDENT.length())));
  }

  private static String cut(String detail, int width) {
    return detail.indexOf(' ') < 0 ? Prose.cutFront(detail, width) : Prose.cutEnd(detail, width);
  }

  private static List<String> with(List<String> cells, String name) {
    List<String> changed = new ArrayList<>(cells);
    changed.set(NAME, name);
    return changed;
  }

  /// The lines below the head, the largest share first.
  ///
  /// @param most the maximum number of causes; the others are summed in one line
  public static List<Line> lines(Explanation explanation, int most) {
    List<CauseRow> causes =
        explanation.causes().stream()
            .sorted(Comparator.comparingLong((CauseRow each) -> each.excess().nanos()).reversed())
            .toList();
    int shown = causes.size() > most ? most - 1 : causes.size();
    List<Line> lines = new ArrayList<>();
    for (CauseRow each : causes.subList(0, shown)) {
      lines.add(line(explanation, each));
    }
    if (shown < causes.size()) {
      List<CauseRow> others = causes.subList(shown, causes.size());
      long sum = others.stream().mapToLong(each -> each.excess().nanos()).sum();
      lines.add(line(explanation, sum, others.size() + " smaller causes", "", "", "", ""));
    }
    long unexplained = explanation.unexplained().excess().nanos();
    if (unexplained > 0) {
      lines.add(line(explanation, unexplained, "unexplained", "", "", "", ""));
    }
    return lines;
  }

  private static Line line(Explanation explanation, CauseRow cause) {
    Percentiles without = cause.without();
    return line(
        explanation,
        cause.excess().nanos(),
        mark(cause.certainty())
            + cause.cause().side().lowerCase()
            + " "
            + CauseName.of(cause.cause())
            + (cause.stalls().machine() == null ? "" : " on " + cause.stalls().machine()),
        cause.stalls().count() == 0 ? "" : Units.count(cause.stalls().count()),
        cause.stalls().longest() == 0 ? "" : Units.time(cause.stalls().longest()),
        without == null ? "" : Units.time(without.p99()),
        without == null ? "" : Units.time(without.p999()));
  }

  private static Line line(Explanation explanation, long nanos, String... cells) {
    double share = explanation.slowTimeShare(nanos);
    String text =
        explanation.excess().nanos() == 0 ? "-" : EnglishText.format("%.1f %%", 100 * share);
    return new Line(share, Stream.concat(Stream.of(text), Stream.of(cells)).toList());
  }

  private static String mark(Certainty certainty) {
    return switch (certainty) {
      case EXACT -> "";
      case MATCHED, MODEL -> "~ ";
      case VAGUE -> "? ";
    };
  }

  /// What the marks before names mean; empty if there are none.
  public static String legend(Explanation explanation) {
    boolean matched =
        explanation.causes().stream().anyMatch(each -> mark(each.certainty()).startsWith("~"));
    boolean vague =
        explanation.causes().stream().anyMatch(each -> mark(each.certainty()).startsWith("?"));
    return (matched ? "~ matched to operations by time only" : "")
        + (matched && vague ? "; " : "")
        + (vague ? "? sampled, or inferred from its effect" : "");
  }
}
