package dev.takt.cli.output;

import dev.takt.cli.output.MatrixReport.Forecast;
import dev.takt.cli.output.MatrixReport.NotMade;
import dev.takt.cli.output.MatrixReport.Row;
import dev.takt.cli.output.MatrixReport.Several;
import dev.takt.cli.output.MatrixReport.Undisturbed;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.blame.Cause;
import dev.takt.explain.truth.TruthScore;
import dev.takt.report.text.ExplanationJson;
import dev.takt.report.text.JsonWriter;
import java.io.IOException;
import java.util.Map;

/// A [MatrixReport] for machines. All times are in nanoseconds.
public final class MatrixJson {

  private static final String FORMAT = "takt-explain-truth-1";

  private final JsonWriter json;

  private MatrixJson(Appendable out) {
    this.json = new JsonWriter(out);
  }

  /// Writes all of it.
  public static void write(MatrixReport report, Appendable out) throws IOException {
    new MatrixJson(out).document(report);
  }

  private void document(MatrixReport report) throws IOException {
    json.open('{');
    json.name("format").string(FORMAT);
    json.name("good").bool(report.isGood());
    json.name("leastRight").number(Double.toString(report.leastRight()));
    json.name("mostWrong").number(Double.toString(report.mostWrong()));
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
    for (NotMade each : report.notMade()) {
      json.open('{');
      json.name("text").string(each.text());
      json.name("why").string(each.why());
      json.close('}');
    }
    json.close(']');
    json.name("undisturbed").open('[');
    for (Undisturbed each : report.undisturbed()) {
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
      percentiles("recorded", each.recorded());
      percentiles("predicted", each.predicted());
      several("undisturbed", each.undisturbed());
      several("real", each.real());
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }

  private void score(String name, TruthScore score) throws IOException {
    json.name(name).open('{');
    number("faults", score.faults());
    number("felt", score.felt());
    number("slow", score.operations());
    number("excess", score.excess());
    number("right", score.right());
    number("unexplained", score.unexplained());
    json.name("wrong").open('[');
    for (Map.Entry<Cause, Long> each : score.wrong().entrySet()) {
      Cause cause = each.getKey();
      json.open('{');
      ExplanationJson.identity(json, cause);
      number("nanos", each.getValue());
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }

  private void percentiles(String name, Percentiles percentiles) throws IOException {
    json.name(name).open('{');
    values(percentiles);
    json.close('}');
  }

  private void several(String name, Several several) throws IOException {
    json.name(name).open('{');
    values(several.all());
    json.name("runs").open('[');
    for (Percentiles run : several.runs()) {
      json.open('{');
      values(run);
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }

  private void values(Percentiles percentiles) throws IOException {
    number("p99", percentiles.p99());
    number("p999", percentiles.p999());
  }

  private void number(String name, long value) throws IOException {
    json.name(name).number(Long.toString(value));
  }
}
