package dev.takt.cli.output;

import dev.takt.cli.output.MatrixReport.Forecast;
import dev.takt.cli.output.MatrixReport.NotMade;
import dev.takt.cli.output.MatrixReport.Row;
import dev.takt.cli.output.MatrixReport.Several;
import dev.takt.cli.output.MatrixReport.Undisturbed;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.blame.Cause;
import dev.takt.explain.truth.TruthScore;
import dev.takt.load.text.Units;
import dev.takt.report.text.CauseName;
import dev.takt.runs.Side;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// How often explanations were right, for people.
public final class MatrixTable {

  private static final int CAUSE = 18;
  private static final int MOST_BLAMED = 2;

  private final MatrixReport report;
  private final StringBuilder out = new StringBuilder();

  private MatrixTable(MatrixReport report) {
    this.report = report;
  }

  /// The tables, with a line break at the end.
  public static String render(MatrixReport report) {
    MatrixTable table = new MatrixTable(report);
    try {
      table.rows();
      for (NotMade each : report.notMade()) {
        table.line(Prose.point("not made here: " + each.text() + ": " + each.why()));
      }
      for (Undisturbed each : report.undisturbed()) {
        table.line(undisturbed(each));
      }
      if (!report.forecasts().isEmpty()) {
        table.forecasts();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder takes everything
    }
    return table.out.toString();
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  private void rows() throws IOException {
    Map<String, List<Row>> byDriver =
        report.rows().stream()
            .collect(Collectors.groupingBy(Row::driver, LinkedHashMap::new, Collectors.toList()));
    for (Map.Entry<String, List<Row>> each : byDriver.entrySet()) {
      if (!out.isEmpty()) {
        line("");
      }
      line("over " + each.getKey());
      rows(each.getValue());
    }
    if (!byDriver.isEmpty()) {
      line(
          "right: the share of the time lost that went to the fault, at least %s; to a wrong cause, %s"
              .formatted(Units.percent(report.leastRight()), Units.percent(report.mostWrong())));
    }
  }

  private void rows(List<Row> rows) throws IOException {
    Columns columns = new Columns(out);
    columns.begin(
        List.of(
            "fault", "felt", "slow", "lost", "right", "nobody", "", "the most to a wrong cause"),
        0,
        6,
        7);
    for (Row each : rows) {
      columns.row(row(each));
    }
    columns.end();
  }

  private List<String> row(Row row) {
    TruthScore score = row.score();
    if (score.excess() == 0) {
      return List.of(row.text(), felt(score), "0", "-", "-", "-", "NO", "nothing was slow");
    }
    return List.of(
        row.text(),
        felt(score),
        Units.count(score.operations()),
        Units.time(score.excess()),
        share(score.rightShare()),
        share(score.unexplainedShare()),
        report.isGood(row) ? "ok" : "NO",
        score.worst().map(each -> share(score.wrongShare(each)) + " " + cause(each)).orElse("-"));
  }

  private static String felt(TruthScore score) {
    return score.felt() + "/" + score.faults();
  }

  /// All in one form, so that they line up.
  private static String share(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /// What, and whose unless it is the target's, as far as there is room.
  private static String cause(Cause cause) {
    String name = CauseName.of(cause);
    String whole = cause.side() == Side.TARGET ? name : cause.side().lowerCase() + " " + name;
    return whole.length() > CAUSE ? whole.substring(0, CAUSE - 1) + "…" : whole;
  }

  private static String undisturbed(Undisturbed undisturbed) {
    TruthScore score = undisturbed.score();
    String head =
        "without a fault, over %s: %s of %s operations were slow and lost %s"
            .formatted(
                undisturbed.driver(),
                Units.count(score.operations()),
                Units.count(undisturbed.operations()),
                Units.time(score.excess()));
    if (score.excess() == 0) {
      return head;
    }
    List<String> blamed = new ArrayList<>();
    for (Map.Entry<Cause, Long> each : score.wrong().entrySet()) {
      if (blamed.size() < MOST_BLAMED) {
        blamed.add(cause(each.getKey()) + " " + Units.time(each.getValue()));
      }
    }
    blamed.add("nobody " + Units.time(score.unexplained()));
    return head + "\n  blamed: " + String.join("; ", blamed);
  }

  private void forecasts() throws IOException {
    if (!out.isEmpty()) {
      line("");
    }
    Columns columns = new Columns(out);
    columns.begin(
        List.of(
            "what would be without",
            "",
            "with it",
            "predicted",
            "undisturbed",
            "ratio",
            "other runs",
            "ratio",
            ""),
        0,
        1,
        8);
    for (Forecast each : report.forecasts()) {
      columns.row(forecast(each, each.text() + ", " + each.driver(), "p99", Percentiles::p99));
      columns.row(forecast(each, "", "p99.9", Percentiles::p999));
    }
    columns.end();
    line(
        Prose.hanging(
            "",
            "undisturbed: those of the same runs between the pauses; other runs: those without, the"
                + " least and the most of them. ok: no more than a tenth beyond single ones of both"));
  }

  private static List<String> forecast(
      Forecast forecast, String text, String percentile, ToLongFunction<Percentiles> which) {
    Several undisturbed = forecast.undisturbed();
    Several real = forecast.real();
    return List.of(
        text,
        percentile,
        Units.time(which.applyAsLong(forecast.recorded())),
        Units.time(which.applyAsLong(forecast.predicted())),
        Units.time(which.applyAsLong(undisturbed.all())),
        ratio(undisturbed, forecast, which),
        Units.time(real.least(which)) + " – " + Units.time(real.most(which)),
        ratio(real, forecast, which),
        forecast.isGood(which) ? "ok" : "NO");
  }

  private static String ratio(
      Several several, Forecast forecast, ToLongFunction<Percentiles> which) {
    return String.format(Locale.ROOT, "%.2f", several.ratio(forecast.predicted(), which));
  }
}
