package dev.takt.cli.render.study;

import dev.takt.explain.capacity.Knee;
import dev.takt.explain.capacity.SearchResult;
import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacityStep;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/// A text plot of latency against rate, both on logarithmic axes: a point for each run, and lines
/// for the objective, the knee and the highest sustainable rate.
final class FindPlot {

  private static final int WIDTH = 78;
  private static final int HEIGHT = 14;
  private static final int LABEL = 10;
  private static final char OBJECTIVE = '-';
  private static final char KNEE = ':';
  private static final char HIGHEST = '|';

  private final CapacityReport report;
  private final List<CapacityStep> shown;
  private final OptionalDouble objective;
  private final Scale rates;
  private final Scale times;
  private final char[][] cells = new char[HEIGHT][WIDTH];

  /// A logarithmic scale from `low` to `high`.
  private record Scale(double low, double high, int cells) {
    int cell(double value) {
      double share = Math.log(value / low) / Math.log(high / low);
      return Math.clamp(Math.round(share * (cells - 1)), 0, cells - 1);
    }
  }

  private FindPlot(CapacityReport report, List<CapacityStep> shown) {
    this.report = report;
    this.shown = shown;
    objective = objective(report);
    rates =
        new Scale(
            shown.stream().mapToDouble(CapacityStep::rate).min().orElseThrow(),
            shown.stream().mapToDouble(CapacityStep::rate).max().orElseThrow(),
            WIDTH);
    double low = shown.stream().mapToDouble(CapacityStep::curveNanos).min().orElseThrow();
    double high = shown.stream().mapToDouble(CapacityStep::curveNanos).max().orElseThrow();
    times =
        new Scale(
            Math.min(low, objective.orElse(low)),
            Math.max(Math.max(high, objective.orElse(high)), 1.01 * low),
            HEIGHT);
    for (char[] row : cells) {
      Arrays.fill(row, ' ');
    }
  }

  /// The lines, each with a line break; empty if there are fewer than two distinct rates.
  static String render(CapacityReport report) {
    List<CapacityStep> shown =
        FindText.byRate(report).stream().filter(each -> each.curveNanos() > 0).toList();
    boolean several = !shown.isEmpty() && shown.getFirst().rate() < shown.getLast().rate();
    return several ? new FindPlot(report, shown).draw() : "";
  }

  /// The objective for the curve's figure, in nanoseconds.
  private static OptionalDouble objective(CapacityReport report) {
    return report.steps().stream()
        .flatMap(each -> each.objectives().stream())
        .filter(each -> each.text().startsWith(report.curve() + " ") && each.limit() > 0)
        .mapToDouble(CapacityStep.Objective::limit)
        .findFirst();
  }

  private String draw() {
    objective.ifPresent(nanos -> Arrays.fill(cells[times.cell(nanos)], OBJECTIVE));
    report.knee().map(Knee.Point::rate).ifPresent(rate -> line(rate, KNEE));
    SearchResult.Tried held = report.finding().held();
    if (held != null) {
      line(held.rate(), HIGHEST);
    }
    shown.forEach(this::point);
    StringBuilder out = new StringBuilder();
    out.append(report.curve()).append(report.isOfUsers() ? " by users" : " by rate");
    out.append(", both axes logarithmic: ");
    out.append(legend()).append('\n');
    for (int row = HEIGHT - 1; row >= 0; row--) {
      out.append(EnglishText.format("%9s ", label(row)))
          .append((" |" + new String(cells[row])).stripTrailing())
          .append('\n');
    }
    return out.append(axis()).toString();
  }

  private void line(double rate, char sign) {
    for (char[] row : cells) {
      row[rates.cell(rate)] = sign;
    }
  }

  /// If several points share a cell, the worst one is shown.
  private void point(CapacityStep step) {
    char[] row = cells[times.cell(step.curveNanos())];
    int column = rates.cell(step.rate());
    char sign = sign(step);
    boolean hides = row[column] == 'x' || (row[column] == '?' && sign == 'o');
    row[column] = hides ? row[column] : sign;
  }

  private static char sign(CapacityStep step) {
    return switch (step.outcome()) {
      case HELD -> 'o';
      case FAILED -> 'x';
      case NOT_TRUSTED -> '?';
    };
  }

  private String legend() {
    StringBuilder legend = new StringBuilder("o holds  x fails  ? no evidence");
    report.knee().ifPresent(_ -> legend.append("  : knee"));
    if (report.finding().held() != null) {
      legend.append("  | highest");
    }
    return legend.toString();
  }

  private String label(int row) {
    if (objective.isPresent() && times.cell(objective.getAsDouble()) == row) {
      return Units.time(objective.getAsDouble());
    }
    return row == 0 ? Units.time(times.low()) : row == HEIGHT - 1 ? Units.time(times.high()) : "";
  }

  private String axis() {
    String low = report.text(rates.low());
    String high = report.text(rates.high());
    String indent = " ".repeat(LABEL + 1);
    return indent
        + "+"
        + "-".repeat(WIDTH)
        + "\n"
        + indent
        + " "
        + low
        + " ".repeat(Math.max(1, WIDTH - low.length() - high.length()))
        + high
        + "\n";
  }
}
