package dev.takt.cli.render.study;

import dev.takt.cli.render.JsonDocument;
import dev.takt.explain.comparison.CauseChange;
import dev.takt.explain.comparison.Comparison;
import dev.takt.explain.comparison.Comparison.Change;
import dev.takt.explain.comparison.Cost;
import dev.takt.explain.comparison.Figure;
import dev.takt.explain.comparison.RegressionRule.Outcome;
import dev.takt.explain.comparison.Row;
import dev.takt.explain.comparison.RunGroup;
import dev.takt.explain.comparison.SignificanceTest;
import java.util.List;
import java.util.Map;

/// A comparison of runs as JSON; `docs/reference/compare-json.md` has the keys. Times are
/// nanoseconds; unknown values are null.
public final class CompareJson {

  private final JsonDocument json;

  private CompareJson(JsonDocument json) {
    this.json = json;
  }

  /// One JSON document, with a trailing line break.
  ///
  /// @param groups the sides, the baseline first
  /// @param comparisons each with the verdicts on the rules
  /// @param runToRun the assumed difference between two runs of one system
  public static String render(
      List<RunGroup> groups, Map<Comparison, List<Outcome>> comparisons, double runToRun) {
    return JsonDocument.of(json -> {
      CompareJson writer = new CompareJson(json);
      json.text("format", "takt-compare/1");
      json.number("level", SignificanceTest.LEVEL);
      json.number("runToRun", runToRun);
      json.objects("sides", groups, writer::group);
      json.objects(
          "comparisons",
          comparisons.entrySet(),
          each -> writer.comparison(each.getKey(), each.getValue()));
    });
  }

  private void group(RunGroup group) {
    json.text("label", group.label());
    json.objects(
        "runs",
        group.runs(),
        each -> {
          json.text("directory", each.name());
          json.text("mode", each.mode());
          json.text("state", each.content().state().lowerCase());
        });
  }

  private void comparison(Comparison of, List<Outcome> outcomes) {
    json.text("baseline", of.baseline().label());
    json.text("candidate", of.candidate().label());
    json.text("measure", of.measure().lowerCase());
    json.text("verdict", of.verdict().lowerCase());
    json.text("sentence", CompareSentence.of(of));
    json.texts("warnings", of.warnings());
    json.objects("rows", of.rows(), this::row);
    json.objects("environment", of.differences().environment(), this::change);
    json.objects("plan", of.differences().plan(), this::change);
    json.objects("causes", of.differences().causes(), this::cause);
    json.objects("costs", of.differences().costs(), this::cost);
    json.texts("remarks", of.remarks());
    json.objects("rules", outcomes, this::rule);
  }

  private void row(Row row) {
    json.text("operation", row.operation());
    json.text("figure", row.figure().label());
    json.text("unit", unit(row.figure()));
    json.number("baseline", row.baseline());
    json.number("candidate", row.candidate());
    json.number("difference", row.difference());
    json.number("differenceLow", row.lowDifference());
    json.number("differenceHigh", row.highDifference());
    boolean relative = !(row.figure() instanceof Figure.Errors);
    Row.Interval interval = relative ? row.interval() : null;
    json.number("relative", relative ? row.relative() : Double.NaN);
    json.number("relativeLow", interval == null ? Double.NaN : interval.low());
    json.number("relativeHigh", interval == null ? Double.NaN : interval.high());
    json.number("probability", row.probability());
    json.text("verdict", row.verdict().lowerCase());
    json.text("reason", row.reason());
  }

  private static String unit(Figure figure) {
    return switch (figure) {
      case Figure.Percentile _, Figure.Max _ -> "nanoseconds";
      case Figure.Throughput _ -> "per_second";
      case Figure.Errors _ -> "share";
    };
  }

  private void change(Change change) {
    json.text("what", change.what());
    json.texts("baseline", change.baseline());
    json.texts("candidate", change.candidate());
  }

  private void cause(CauseChange cause) {
    json.text("side", cause.side().lowerCase());
    json.text("kind", cause.kind().lowerCase());
    json.object("baseline", cause.baseline(), this::sum);
    json.object("candidate", cause.candidate(), this::sum);
  }

  private void sum(CauseChange.Sum sum) {
    json.number("count", sum.count());
    json.number("totalNanos", sum.totalNanos());
    json.number("longestNanos", sum.longestNanos());
  }

  private void cost(Cost cost) {
    json.text("side", cost.side().lowerCase());
    if (cost.event() != null) {
      json.text("event", cost.event());
    }
    String unit =
        switch (cost.unit()) {
          case CPU_NANOS -> "Nanos";
          case ALLOCATED_BYTES -> "Bytes";
          case EVENTS -> "Count";
        };
    json.number("baseline" + unit, cost.baseline());
    json.number("candidate" + unit, cost.candidate());
    json.number("relative", cost.relative());
  }

  private void rule(Outcome outcome) {
    Row row = outcome.row();
    json.text("rule", outcome.rule().rule());
    json.text("state", outcome.state().lowerCase());
    json.text("operation", row == null ? null : row.operation());
  }
}
