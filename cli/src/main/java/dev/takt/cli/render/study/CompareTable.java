package dev.takt.cli.render.study;

import dev.takt.cli.spi.render.Ansi;
import dev.takt.cli.spi.render.Columns;
import dev.takt.cli.spi.render.Prose;
import dev.takt.explain.comparison.CauseChange;
import dev.takt.explain.comparison.Change;
import dev.takt.explain.comparison.Comparison;
import dev.takt.explain.comparison.Cost;
import dev.takt.explain.comparison.Figure;
import dev.takt.explain.comparison.RegressionRule.Outcome;
import dev.takt.explain.comparison.Row;
import dev.takt.explain.comparison.RunGroup;
import dev.takt.explain.comparison.Verdict;
import dev.takt.load.text.Units;
import dev.takt.report.text.CauseName;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A comparison of runs as text: the verdict, the figures, and what else changed.
public final class CompareTable {

  private static final int WIDEST_NAME = 24;
  private static final int MAX_VALUE_LENGTH = 200;
  private static final double HUNDRED = 100;
  private static final double WHOLE_PERCENT_FROM = 9.95;

  private final Ansi paint;
  private final StringBuilder out = new StringBuilder();

  private CompareTable(Ansi paint) {
    this.paint = paint;
  }

  /// The text, with a trailing line break.
  ///
  /// @param groups the sides, the baseline first
  /// @param comparisons each with the verdicts on the rules
  public static String render(
      List<RunGroup> groups, Map<Comparison, List<Outcome>> comparisons, Ansi paint) {
    CompareTable table = new CompareTable(paint);
    groups.forEach(table::group);
    comparisons.forEach(table::comparison);
    return table.out.toString();
  }

  private void group(RunGroup group) {
    String names = TagText.escape(group.names());
    String count = group.runs().size() == 1 ? "" : group.runs().size() + " runs: ";
    line(Prose.hanging(group.label() + "  ", count + names));
  }

  private void comparison(Comparison of, List<Outcome> outcomes) {
    line("");
    of.warnings().forEach(each -> line(paint.bad(Prose.hanging("", TagText.escape(each)))));
    line(paint.bold(coloured(of.verdict(), sentence(of))));
    line("");
    figures(of);
    legend(of);
    reasons(of);
    changes("environment of the generator", of.environment(), of);
    changes("plan", of.plan(), of);
    causes(of);
    costs(of);
    remarks(of);
    rules(outcomes);
  }

  static String sentence(Comparison of) {
    String a = of.baseline().label();
    String b = of.candidate().label();
    return switch (of.verdict()) {
      case WORSE -> claim(of, isOnlyTime(of, Verdict.WORSE) ? "slower" : "worse");
      case BETTER -> claim(of, isOnlyTime(of, Verdict.BETTER) ? "faster" : "better");
      case MIXED -> claim(of, "better") + ", in some figures, and worse in others";
      case NO_DIFFERENCE, NOT_JUDGED -> noDifference(a, b, of.rows());
      case TOO_LITTLE_DATA -> "too little data to distinguish " + a + " and " + b;
      case NOT_COMPARABLE ->
          a + " and " + b + " cannot be compared: the machine, or the generator, was not the same";
    };
  }

  /// Figures that cannot be compared may still differ.
  static String noDifference(String a, String b, List<Row> rows) {
    long unlike = rows.stream().filter(each -> each.verdict() == Verdict.NOT_COMPARABLE).count();
    String rest =
        unlike == 0 ? "" : "; " + unlike + " of " + rows.size() + " figures cannot be compared";
    return "no difference between " + a + " and " + b + " that this data can show" + rest;
  }

  /// One run per side supports a claim about these runs only. A claim about the systems needs
  /// repeats.
  private static String claim(Comparison of, String how) {
    String a = of.baseline().label();
    String b = of.candidate().label();
    boolean isOfRunsAlone = of.baseline().runs().size() == 1 && of.candidate().runs().size() == 1;
    return isOfRunsAlone
        ? EnglishText.format("%s was %s than %s in these two runs", b, how, a)
        : EnglishText.format("%s is %s than %s", b, how, a);
  }

  private static boolean isOnlyTime(Comparison of, Verdict verdict) {
    return of.rows().stream()
        .filter(each -> each.verdict() == verdict)
        .allMatch(each -> each.figure().isTime());
  }

  private String coloured(Verdict verdict, String text) {
    return switch (verdict) {
      case WORSE, MIXED -> paint.bad(text);
      case BETTER -> paint.good(text);
      default -> text;
    };
  }

  private void figures(Comparison of) {
    Columns columns = new Columns(out);
    columns.begin(
        List.of(
            of.measure().lowerCase() + " time",
            of.baseline().label(),
            of.candidate().label(),
            "difference",
            "",
            "95 % interval",
            "verdict"),
        0,
        6);
    try {
      String operation = "";
      for (Row each : of.rows()) {
        if (!each.operation().equals(operation)) {
          operation = each.operation();
          String name = Prose.cutEnd(TagText.escape(operation), WIDEST_NAME);
          columns.row(List.of(name, "", "", "", "", "", ""));
        }
        columns.row(cells(each));
      }
      columns.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
  }

  private static List<String> cells(Row row) {
    return List.of(
        "  " + row.figure().label(),
        value(row.figure(), row.baseline()),
        value(row.figure(), row.candidate()),
        difference(row),
        row.figure() instanceof Figure.Errors ? "" : percent(row.relative()),
        interval(row),
        words(row));
  }

  private static String value(Figure figure, double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return switch (figure) {
      case Figure.Percentile _, Figure.Max _ -> Units.time(value);
      case Figure.Throughput _ -> Units.rate(value);
      case Figure.Errors _ -> Units.percent(value);
    };
  }

  private static String difference(Row row) {
    double difference = row.difference();
    if (Double.isNaN(difference)) {
      return "-";
    }
    String sign = difference > 0 ? "+" : "";
    return switch (row.figure()) {
      case Figure.Percentile _, Figure.Max _ -> sign + Units.time(difference);
      case Figure.Throughput _ -> sign + Units.rate(difference);
      case Figure.Errors _ -> points(difference);
    };
  }

  private static String interval(Row row) {
    Row.Interval interval = row.interval();
    if (interval == null) {
      return "";
    }
    return row.figure() instanceof Figure.Errors
        ? number(interval.low()) + " … " + points(interval.high())
        : number(interval.low()) + " … " + percent(interval.high());
  }

  private static String points(double share) {
    return number(share) + " points";
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "-" : number(share) + " %";
  }

  /// A share as a signed percentage.
  private static String number(double share) {
    double percent = share * HUNDRED;
    String pattern = Math.abs(percent) < WHOLE_PERCENT_FROM ? "%+.1f" : "%+,.0f";
    String text = String.format(Locale.ROOT, pattern, percent);
    return text.matches("[+-]0\\.0") ? percent == 0 ? "0" : "0.0" : text;
  }

  private static String words(Row row) {
    return switch (row.verdict()) {
      case BETTER ->
          switch (row.figure()) {
            case Figure.Percentile _, Figure.Max _ -> "faster";
            case Figure.Throughput _ -> "more";
            case Figure.Errors _ -> "fewer";
          };
      case WORSE ->
          switch (row.figure()) {
            case Figure.Percentile _, Figure.Max _ -> "slower";
            case Figure.Throughput _ -> "less";
            case Figure.Errors _ -> "more";
          };
      case NO_DIFFERENCE, MIXED -> "no difference";
      case TOO_LITTLE_DATA -> "too little data";
      case NOT_COMPARABLE -> "not comparable";
      case NOT_JUDGED -> "not judged";
    };
  }

  private void legend(Comparison of) {
    if (of.rows().stream().anyMatch(each -> each.verdict() == Verdict.NO_DIFFERENCE)) {
      line("");
      line("no difference: none that this data can show");
    }
  }

  private void reasons(Comparison of) {
    Set<String> unlike = new LinkedHashSet<>();
    Map<String, List<String>> lacks = new LinkedHashMap<>();
    for (Row each : of.rows()) {
      if (each.verdict() == Verdict.NOT_COMPARABLE) {
        unlike.add(each.reason());
      } else if (each.verdict() == Verdict.TOO_LITTLE_DATA) {
        lacks
            .computeIfAbsent(String.valueOf(each.reason()), _ -> new ArrayList<>())
            .add(TagText.escape(each.operation()) + " " + each.figure().label());
      }
    }
    points("not comparable", unlike);
    Set<String> lines = new LinkedHashSet<>();
    lacks.forEach((reason, figures) -> lines.add(String.join(", ", figures) + ": " + reason));
    points("too little data", lines);
  }

  private void changes(String title, List<Change> changes, Comparison of) {
    if (changes.isEmpty()) {
      return;
    }
    line("");
    line(title);
    for (Change each : changes) {
      String a = of.baseline().label() + " " + values(each.baseline());
      String b = of.candidate().label() + " " + values(each.candidate());
      line(Prose.point(TagText.escape(each.what()) + ": " + a + ", " + b));
    }
  }

  private static String values(List<String> values) {
    return Prose.cutEnd(TagText.escape(String.join(" or ", values)), MAX_VALUE_LENGTH);
  }

  private void causes(Comparison of) {
    if (of.causes().isEmpty()) {
      return;
    }
    line("");
    Columns columns = new Columns(out);
    String a = of.baseline().label();
    String b = of.candidate().label();
    columns.begin(
        List.of(
            "stalls",
            a + " count",
            b + " count",
            a + " total",
            b + " total",
            a + " longest",
            b + " longest"),
        0);
    try {
      Side side = null;
      for (CauseChange each : of.causes()) {
        if (each.side() != side) {
          side = each.side();
          columns.row(List.of(side.lowerCase(), "", "", "", "", "", ""));
        }
        columns.row(cells(each));
      }
      columns.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
  }

  private static List<String> cells(CauseChange cause) {
    CauseChange.Sum a = cause.baseline();
    CauseChange.Sum b = cause.candidate();
    List<String> cells = new ArrayList<>();
    cells.add("  " + CauseName.of(cause.kind()));
    cells.add(a == null ? "-" : Units.count(a.count()));
    cells.add(b == null ? "-" : Units.count(b.count()));
    cells.add(time(a, a == null ? 0 : a.totalNanos()));
    cells.add(time(b, b == null ? 0 : b.totalNanos()));
    cells.add(time(a, a == null ? 0 : a.longestNanos()));
    cells.add(time(b, b == null ? 0 : b.longestNanos()));
    return cells;
  }

  private static String time(CauseChange.@Nullable Sum sum, long nanos) {
    return sum == null || nanos == 0 ? "-" : Units.time(nanos);
  }

  private void costs(Comparison of) {
    if (of.costs().isEmpty()) {
      return;
    }
    line("");
    Columns columns = new Columns(out);
    columns.begin(
        List.of(
            "processor time per operation",
            of.baseline().label(),
            of.candidate().label(),
            "difference",
            ""),
        0);
    try {
      for (Cost each : of.costs()) {
        columns.row(cells(each));
      }
      columns.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
  }

  private static List<String> cells(Cost cost) {
    double difference = cost.candidate() - cost.baseline();
    return List.of(
        "  " + cost.side().lowerCase(),
        cost(cost.baseline()),
        cost(cost.candidate()),
        (difference > 0 ? "+" : "") + cost(difference),
        percent(cost.relative()));
  }

  private static String cost(double nanos) {
    return Double.isNaN(nanos) ? "-" : Units.time(nanos);
  }

  private void remarks(Comparison of) {
    Set<String> remarks = new LinkedHashSet<>();
    of.remarks().forEach(each -> remarks.add(TagText.escape(each)));
    points("to know", remarks);
  }

  private void points(String title, Set<String> texts) {
    if (!texts.isEmpty()) {
      line("");
      line(title);
      texts.forEach(each -> line(Prose.point(each)));
    }
  }

  private void rules(List<Outcome> outcomes) {
    if (outcomes.isEmpty()) {
      return;
    }
    line("");
    line("fail if");
    for (Outcome each : outcomes) {
      String state =
          switch (each.state()) {
            case HOLDS -> paint.good("ok       ");
            case BROKEN -> paint.bad("BROKEN   ");
            case UNDECIDED -> paint.warning("UNDECIDED");
          };
      line("  " + state + "  " + each.rule().rule() + because(each));
    }
  }

  private static String because(Outcome outcome) {
    Row row = outcome.row();
    if (row == null) {
      return "  (there is no such figure)";
    }
    String name = TagText.escape(row.operation()) + " " + row.figure().label();
    String change =
        row.figure() instanceof Figure.Errors
            ? points(row.difference())
            : percent(row.relative()) + ", " + difference(row);
    return switch (outcome.state()) {
      case UNDECIDED -> "  (" + name + ": " + words(row) + ")";
      case HOLDS, BROKEN ->
          "  ("
              + name
              + ": "
              + change
              + (row.verdict() == Verdict.NOT_JUDGED
                  ? ", by the values alone)"
                  : ", " + words(row) + ")");
    };
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
