package dev.takt.cli.render.study;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.explain.comparison.Comparison;
import dev.takt.explain.comparison.Figure;
import dev.takt.explain.comparison.Row;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The figures of a comparison as a table, and as text.
final class CompareFigures {

  private static final int WIDEST_NAME = 24;
  private static final double HUNDRED = 100;
  private static final double WHOLE_PERCENT_FROM = 9.95;
  private static final double THOUSAND = 1000;

  /// Larger percentages are rounded: `+99.6k %`.
  private static final double MAX_EXACT_PERCENT = 9999;

  private CompareFigures() {}

  static void table(Comparison of, TextPage page) {
    List<List<String>> rows = new ArrayList<>();
    String operation = "";
    for (Row each : of.rows()) {
      if (!each.operation().equals(operation)) {
        operation = each.operation();
        String name = Prose.cutEnd(TagText.escape(operation), WIDEST_NAME);
        rows.add(List.of(name, "", "", "", "", ""));
      }
      rows.add(cells(each));
    }
    page.table(
        List.of(
            of.measure().lowerCase() + " time",
            of.baseline().label(),
            of.candidate().label(),
            "change",
            "95 % interval",
            "verdict"),
        rows,
        0,
        5);
  }

  private static List<String> cells(Row row) {
    return List.of(
        "  " + row.figure().label(),
        value(row.figure(), row.baseline()),
        value(row.figure(), row.candidate()),
        row.figure() instanceof Figure.Errors ? difference(row) : percent(row.relative()),
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

  static String difference(Row row) {
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

  static String points(double share) {
    return number(share) + " points";
  }

  static String percent(double share) {
    return Double.isNaN(share) ? "-" : number(share) + " %";
  }

  /// A share as a signed percentage.
  private static String number(double share) {
    double percent = share * HUNDRED;
    if (Math.abs(percent) > MAX_EXACT_PERCENT) {
      return (percent > 0 ? "+" : "") + Units.threeDigits(percent / THOUSAND) + "k";
    }
    String pattern = Math.abs(percent) < WHOLE_PERCENT_FROM ? "%+.1f" : "%+,.0f";
    String text = String.format(Locale.ROOT, pattern, percent);
    return text.matches("[+-]0\\.0") ? percent == 0 ? "0" : "0.0" : text;
  }

  static String words(Row row) {
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
}
