package dev.takt.faults.render;

import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.faults.render.MatrixReport.FaultFreeRun;
import dev.takt.faults.render.MatrixReport.Forecast;
import dev.takt.faults.render.MatrixReport.NotInjectable;
import dev.takt.faults.render.MatrixReport.Row;
import dev.takt.faults.render.MatrixReport.Sample;
import dev.takt.faults.scoring.AttributionScore;
import dev.takt.faults.scoring.PercentileRange;
import dev.takt.faults.scoring.RatioRange;
import dev.takt.report.text.ExplanationJson;
import dev.takt.report.text.JsonWriter;
import java.io.IOException;
import java.util.Map;

/// A [MatrixReport] as JSON. All times are in nanoseconds.
public final class MatrixJson {

  private static final String FORMAT = "takt-explain-truth-1";

  private final JsonWriter json;

  private MatrixJson(Appendable out) {
    this.json = new JsonWriter(out);
  }

  /// Writes the whole report.
  public static void write(MatrixReport report, Appendable out) throws IOException {
    new MatrixJson(out).document(report);
  }

  private void document(MatrixReport report) throws IOException {
    json.open('{');
    json.name("format").string(FORMAT);
    json.name("good").bool(report.isGood());
    json.name("leastRight").number(Double.toString(report.minCorrectShare()));
    json.name("mostWrong").number(Double.toString(report.maxWrongShare()));
    json.name("faults").open('[');
    for (Row each : report.rows()) {
      json.open('{');
      json.name("driver").string(each.driver());
      json.name("name").string(each.name());
      json.name("text").string(each.text());
      json.name("good").bool(report.isGood(each));
      score("score", each.score());
      score("elsewhere", each.elsewhere());
      json.close('}');
    }
    json.close(']');
    json.name("notMade").open('[');
    for (NotInjectable each : report.notInjectable()) {
      json.open('{');
      json.name("text").string(each.text());
      json.name("why").string(each.why());
      json.close('}');
    }
    json.close(']');
    json.name("undisturbed").open('[');
    for (FaultFreeRun each : report.faultFreeRuns()) {
      json.open('{');
      json.name("driver").string(each.driver());
      number("operations", each.operations());
      score("score", each.score());
      json.close('}');
    }
    json.close(']');
    json.name("forecasts").open('[');
    for (Forecast each : report.forecasts()) {
      json.open('{');
      json.name("driver").string(each.driver());
      json.name("text").string(each.text());
      json.name("good").bool(each.isGood());
      json.name("recorded").open('{');
      values(each.recorded());
      json.close('}');
      sample("predicted", each.predicted());
      sample("undisturbed", each.undisturbed());
      sample("real", each.real());
      ratios("toUndisturbed", each, each.undisturbed());
      ratios("toReal", each, each.real());
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }

  private void score(String name, AttributionScore score) throws IOException {
    json.name(name).open('{');
    number("faults", score.faults());
    number("felt", score.effective());
    number("slow", score.operations());
    number("excess", score.excess());
    number("right", score.correct());
    number("unexplained", score.unexplained());
    json.name("wrong").open('[');
    for (Map.Entry<Cause, Long> each : score.wrong().entrySet()) {
      Cause cause = each.getKey();
      json.open('{');
      ExplanationJson.writeCause(json, cause);
      number("nanos", each.getValue());
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }

  private void sample(String name, Sample sample) throws IOException {
    json.name(name).open('{');
    number("operations", sample.operations());
    values(sample.all());
    range("p99Range", sample.p99());
    range("p999Range", sample.p999());
    json.name("runs").open('[');
    for (Percentiles run : sample.runs()) {
      json.open('{');
      values(run);
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }

  private void range(String name, PercentileRange range) throws IOException {
    json.name(name).open('{');
    number("low", range.low());
    number("high", range.high());
    json.close('}');
  }

  private void ratios(String name, Forecast forecast, Sample of) throws IOException {
    json.name(name).open('{');
    ratio("p99", forecast.ratio(of, Sample::p99));
    ratio("p999", forecast.ratio(of, Sample::p999));
    json.close('}');
  }

  /// Omits the ratio if there is none, and an end of its range if it is not known.
  private void ratio(String name, RatioRange ratio) throws IOException {
    json.name(name).open('{');
    finite("low", ratio.low());
    finite("ratio", ratio.ratio());
    finite("high", ratio.high());
    json.close('}');
  }

  private void finite(String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.name(name).number(Double.toString(value));
    }
  }

  private void values(Percentiles percentiles) throws IOException {
    number("p99", percentiles.p99());
    number("p999", percentiles.p999());
  }

  private void number(String name, long value) throws IOException {
    json.name(name).number(Long.toString(value));
  }
}
