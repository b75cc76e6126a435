package dev.takt.faults.render;

import dev.takt.cli.spi.render.Columns;
import dev.takt.cli.spi.render.Prose;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.faults.StoreTimes;
import dev.takt.faults.render.MatrixReport.FaultFreeRun;
import dev.takt.faults.render.MatrixReport.Forecast;
import dev.takt.faults.render.MatrixReport.NotInjectable;
import dev.takt.faults.render.MatrixReport.Row;
import dev.takt.faults.render.MatrixReport.Sample;
import dev.takt.faults.scoring.AttributionScore;
import dev.takt.faults.scoring.PercentileRange;
import dev.takt.faults.scoring.RatioRange;
import dev.takt.report.text.CauseName;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// How often explanations of injected faults were correct, as text.
public final class MatrixTable {

  private static final int CAUSE = 18;
  private static final int MAX_BLAMED = 2;

  private final MatrixReport report;
  private final int width;
  private final StringBuilder out = new StringBuilder();

  private MatrixTable(MatrixReport report, int width) {
    this.report = report;
    this.width = width;
  }

  /// The tables, with a trailing line break.
  ///
  /// @param width the maximum length of a line of prose, in columns
  public static String render(MatrixReport report, int width) {
    MatrixTable table = new MatrixTable(report, width);
    try {
      table.rows();
      for (NotInjectable each : report.notInjectable()) {
        table.line(Prose.point("not made here: " + each.text() + ": " + each.why(), width));
      }
      for (FaultFreeRun each : report.faultFreeRuns()) {
        table.line(undisturbed(each));
      }
      if (!report.forecasts().isEmpty()) {
        table.forecasts();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
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
          Prose.hanging(
              "",
              EnglishText.format(
                  "right: the share of the time lost that went to the fault, at least %s; to a wrong cause, %s",
                  Units.percent(report.minCorrectShare()), Units.percent(report.maxWrongShare())),
              width));
    }
  }

  private void rows(List<Row> rows) throws IOException {
    Columns columns = new Columns(out);
    columns.begin(
        List.of("fault", "felt", "slow", "lost", "right", "none", "", "the most to a wrong cause"),
        0,
        6,
        7);
    for (Row each : rows) {
      columns.row(row(each));
    }
    columns.end();
  }

  private List<String> row(Row row) {
    AttributionScore score = row.score();
    if (score.excess() == 0) {
      return List.of(row.text(), felt(score), "0", "-", "-", "-", "NO", "nothing was slow");
    }
    return List.of(
        row.text(),
        felt(score),
        Units.count(score.operations()),
        Units.time(score.excess()),
        share(score.correctShare()),
        share(score.unexplainedShare()),
        report.isGood(row) ? "ok" : "NO",
        score.worst().map(each -> share(score.wrongShare(each)) + " " + cause(each)).orElse("-"));
  }

  private static String felt(AttributionScore score) {
    return score.effective() + "/" + score.faults();
  }

  /// A share in a fixed format, so that the columns line up.
  private static String share(double share) {
    return EnglishText.format("%.1f %%", 100 * share);
  }

  /// The cause, and its side unless that is the target, cut to the available width.
  private static String cause(Cause cause) {
    String name = CauseName.of(cause);
    String whole = cause.side() == Side.TARGET ? name : cause.side().lowerCase() + " " + name;
    return whole.length() > CAUSE ? whole.substring(0, CAUSE - 1) + "…" : whole;
  }

  private static String undisturbed(FaultFreeRun undisturbed) {
    AttributionScore score = undisturbed.score();
    String head =
        EnglishText.format(
            "without a fault, over %s: %s of %s operations were slow and lost %s",
            undisturbed.driver(),
            Units.count(score.operations()),
            Units.count(undisturbed.operations()),
            Units.time(score.excess()));
    if (score.excess() == 0) {
      return head;
    }
    List<String> blamed = new ArrayList<>();
    for (Map.Entry<Cause, Long> each : score.wrong().entrySet()) {
      if (blamed.size() < MAX_BLAMED) {
        blamed.add(cause(each.getKey()) + " " + Units.time(each.getValue()));
      }
    }
    blamed.add("no cause " + Units.time(score.unexplained()));
    return head + "\n  blamed: " + String.join("; ", blamed);
  }

  private void forecasts() throws IOException {
    Map<String, List<Forecast>> byDriver =
        report.forecasts().stream()
            .collect(
                Collectors.groupingBy(Forecast::driver, LinkedHashMap::new, Collectors.toList()));
    for (Map.Entry<String, List<Forecast>> each : byDriver.entrySet()) {
      if (!out.isEmpty()) {
        line("");
      }
      line("what would be without, over " + each.getKey());
      forecasts(each.getValue());
      store(each.getValue().getFirst().real());
    }
    line(
        Prose.hanging(
            "",
            "undisturbed: those of the same runs between the pauses; others: runs without. ±: how far"
                + " a ratio may be off by chance, in 95 of 100 cases, at most. ok: both ratios are"
                + " within "
                + Units.percent(MatrixReport.MAX_DEVIATION)
                + "; NO: one is not; ?: both are, but chance alone makes more",
            width));
  }

  private void forecasts(List<Forecast> forecasts) throws IOException {
    Columns columns = new Columns(out);
    columns.begin(
        List.of("pause", "", "with it", "predicted", "undisturbed", "ratio", "others", "ratio", ""),
        0,
        1,
        8);
    for (Forecast each : forecasts) {
      columns.row(forecast(each, each.text(), "p99", Percentiles::p99, Sample::p99));
      columns.row(forecast(each, "", "p99.9", Percentiles::p999, Sample::p999));
    }
    columns.end();
  }

  private static List<String> forecast(
      Forecast forecast,
      String text,
      String percentile,
      ToLongFunction<Percentiles> recorded,
      Function<Sample, PercentileRange> which) {
    return List.of(
        text,
        percentile,
        Units.time(recorded.applyAsLong(forecast.recorded())),
        Units.time(which.apply(forecast.predicted()).value()),
        Units.time(which.apply(forecast.undisturbed()).value()),
        ratio(forecast.ratio(forecast.undisturbed(), which)),
        Units.time(which.apply(forecast.real()).value()),
        ratio(forecast.ratio(forecast.real(), which)),
        forecast.verdict(which).text());
  }

  private static String ratio(RatioRange ratio) {
    if (!Double.isFinite(ratio.ratio())) {
      return "-";
    }
    return Double.isFinite(ratio.error())
        ? EnglishText.format("%.2f ± %.2f", ratio.ratio(), ratio.error())
        : EnglishText.format("%.2f", ratio.ratio());
  }

  /// The percentiles of the store, which are known beforehand, and the recorded ones.
  private void store(Sample real) {
    line(EnglishText.format("others: %s operations", Units.count(real.operations())));
    line(store("p99", 99, real.p99().value(), real, Percentiles::p99));
    line(store("p99.9", 99.9, real.p999().value(), real, Percentiles::p999));
  }

  private static String store(
      String name, double percentile, long value, Sample real, ToLongFunction<Percentiles> which) {
    return EnglishText.format(
        "  %-5s of the store alone %s ± %s; recorded %s, in single runs %s – %s",
        name,
        Units.time(StoreTimes.percentile(percentile)),
        share(StoreTimes.relativeError(percentile, real.operations())),
        Units.time(value),
        Units.time(real.least(which)),
        Units.time(real.most(which)));
  }
}
