package dev.takt.cli.render.study;

import dev.takt.cli.spi.render.Figures;
import dev.takt.explain.comparison.CauseChange;
import dev.takt.explain.comparison.Change;
import dev.takt.explain.comparison.Comparison;
import dev.takt.explain.comparison.Cost;
import dev.takt.explain.comparison.Figure;
import dev.takt.explain.comparison.RecordedRun;
import dev.takt.explain.comparison.RegressionRule.Outcome;
import dev.takt.explain.comparison.Row;
import dev.takt.explain.comparison.RunGroup;
import dev.takt.explain.comparison.SignificanceTest;
import dev.takt.report.text.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A comparison of runs as JSON; `docs/reference/compare-json.md` has the keys. Times are
/// nanoseconds; unknown values are null.
public final class CompareJson {

  private final StringBuilder out = new StringBuilder();
  private final JsonWriter json = new JsonWriter(out);

  private CompareJson() {}

  /// One JSON document, with a trailing line break.
  ///
  /// @param groups the sides, the baseline first
  /// @param comparisons each with the verdicts on the rules
  /// @param runToRun the assumed difference between two runs of one system
  public static String render(
      List<RunGroup> groups, Map<Comparison, List<Outcome>> comparisons, double runToRun) {
    CompareJson writer = new CompareJson();
    try {
      writer.write(groups, comparisons, runToRun);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
    return writer.out.toString();
  }

  private void write(
      List<RunGroup> groups, Map<Comparison, List<Outcome>> comparisons, double runToRun)
      throws IOException {
    json.open('{');
    json.name("format").string("takt-compare/1");
    json.name("level");
    number(SignificanceTest.LEVEL);
    json.name("runToRun");
    number(runToRun);
    json.name("sides").open('[');
    for (RunGroup each : groups) {
      group(each);
    }
    json.close(']');
    json.name("comparisons").open('[');
    for (Map.Entry<Comparison, List<Outcome>> each : comparisons.entrySet()) {
      comparison(each.getKey(), each.getValue());
    }
    json.close(']');
    json.close('}');
  }

  private void group(RunGroup group) throws IOException {
    json.open('{');
    json.name("label").string(group.label());
    json.name("runs").open('[');
    for (RecordedRun each : group.runs()) {
      json.open('{');
      json.name("directory").string(each.name());
      json.name("mode").string(each.mode());
      json.name("state").string(each.record().state().lowerCase());
      json.close('}');
    }
    json.close(']');
    json.close('}');
  }

  private void comparison(Comparison of, List<Outcome> outcomes) throws IOException {
    json.open('{');
    json.name("baseline").string(of.baseline().label());
    json.name("candidate").string(of.candidate().label());
    json.name("measure").string(of.measure().lowerCase());
    json.name("verdict").string(of.verdict().lowerCase());
    json.name("sentence").string(CompareTable.sentence(of));
    strings("warnings", of.warnings());
    json.name("rows").open('[');
    for (Row each : of.rows()) {
      row(each);
    }
    json.close(']');
    changes("environment", of.environment());
    changes("plan", of.plan());
    json.name("causes").open('[');
    for (CauseChange each : of.causes()) {
      cause(each);
    }
    json.close(']');
    json.name("costs").open('[');
    for (Cost each : of.costs()) {
      cost(each);
    }
    json.close(']');
    strings("remarks", of.remarks());
    json.name("rules").open('[');
    for (Outcome each : outcomes) {
      rule(each);
    }
    json.close(']');
    json.close('}');
  }

  private void row(Row row) throws IOException {
    json.open('{');
    json.name("operation").string(row.operation());
    json.name("figure").string(row.figure().label());
    json.name("unit").string(unit(row.figure()));
    json.name("baseline");
    number(row.baseline());
    json.name("candidate");
    number(row.candidate());
    json.name("difference");
    number(row.difference());
    json.name("differenceLow");
    number(row.lowDifference());
    json.name("differenceHigh");
    number(row.highDifference());
    boolean relative = !(row.figure() instanceof Figure.Errors);
    Row.Interval interval = relative ? row.interval() : null;
    json.name("relative");
    number(relative ? row.relative() : Double.NaN);
    json.name("relativeLow");
    number(interval == null ? Double.NaN : interval.low());
    json.name("relativeHigh");
    number(interval == null ? Double.NaN : interval.high());
    json.name("probability");
    number(row.probability());
    json.name("verdict").string(row.verdict().lowerCase());
    json.name("reason").string(row.reason());
    json.close('}');
  }

  private static String unit(Figure figure) {
    return switch (figure) {
      case Figure.Percentile _, Figure.Max _ -> "nanoseconds";
      case Figure.Throughput _ -> "per_second";
      case Figure.Errors _ -> "share";
    };
  }

  private void number(double value) throws IOException {
    json.number(Double.isFinite(value) ? Figures.plain(value) : null);
  }

  private void changes(String name, List<Change> changes) throws IOException {
    json.name(name).open('[');
    for (Change each : changes) {
      json.open('{');
      json.name("what").string(each.what());
      strings("baseline", each.baseline());
      strings("candidate", each.candidate());
      json.close('}');
    }
    json.close(']');
  }

  private void strings(String name, List<String> texts) throws IOException {
    json.name(name).open('[');
    for (String each : texts) {
      json.string(each);
    }
    json.close(']');
  }

  private void cause(CauseChange cause) throws IOException {
    json.open('{');
    json.name("side").string(cause.side().lowerCase());
    json.name("kind").string(cause.kind().lowerCase());
    sum("baseline", cause.baseline());
    sum("candidate", cause.candidate());
    json.close('}');
  }

  private void cost(Cost cost) throws IOException {
    json.open('{');
    json.name("side").string(cost.side().lowerCase());
    json.name("baselineNanos");
    number(cost.baseline());
    json.name("candidateNanos");
    number(cost.candidate());
    json.name("relative");
    number(cost.relative());
    json.close('}');
  }

  private void sum(String name, CauseChange.@Nullable Sum sum) throws IOException {
    json.name(name);
    if (sum == null) {
      json.string(null);
      return;
    }
    json.open('{');
    json.name("count").number(Long.toString(sum.count()));
    json.name("totalNanos").number(Long.toString(sum.totalNanos()));
    json.name("longestNanos").number(Long.toString(sum.longestNanos()));
    json.close('}');
  }

  private void rule(Outcome outcome) throws IOException {
    Row row = outcome.row();
    json.open('{');
    json.name("rule").string(outcome.rule().rule());
    json.name("state").string(outcome.state().lowerCase());
    json.name("operation").string(row == null ? null : row.operation());
    json.close('}');
  }
}
