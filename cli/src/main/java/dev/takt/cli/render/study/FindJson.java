package dev.takt.cli.render.study;

import dev.takt.cli.render.JsonDocument;
import dev.takt.explain.capacity.Knee;
import dev.takt.explain.capacity.SearchResult;
import dev.takt.explain.capacity.SearchResult.Interval;
import dev.takt.explain.capacity.SearchResult.Tried;
import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacityStep;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A capacity search as JSON: the file `find.json`, and the output of `--format json`. Rates are
/// per second, times in nanoseconds.
public final class FindJson {

  private static final int FORMAT_VERSION = 1;

  private final JsonDocument json;

  private FindJson(JsonDocument json) {
    this.json = json;
  }

  /// The document, with a trailing line break.
  public static String write(CapacityReport report) {
    return JsonDocument.of(json -> new FindJson(json).members(report));
  }

  private void members(CapacityReport report) {
    json.number("formatVersion", FORMAT_VERSION);
    json.text("target", report.target());
    json.texts("objectives", report.objectives());
    json.text("searched", report.isOfUsers() ? "users" : "rate");
    json.number("low", report.settings().low());
    json.number("high", report.settings().high());
    json.number("resolution", report.settings().resolution());
    json.number("repeats", report.settings().repeats());
    json.number("maxSteps", report.settings().maxSteps());
    finding(report.finding());
    CapacityReport.Trouble trouble = report.trouble();
    json.text("trouble", trouble == null ? null : trouble.reason());
    json.text("curve", report.curve());
    json.object("knee", report.knee().orElse(null), this::knee);
    json.objects("steps", report.steps(), this::step);
    json.text("directory", report.directory());
  }

  private void knee(Knee.Point knee) {
    json.number("rate", knee.rate());
    json.number("achieved", knee.achieved());
    json.number("nanos", knee.latency());
  }

  private void finding(SearchResult finding) {
    json.text("end", finding.end().name().toLowerCase(Locale.ROOT));
    json.object("held", finding.held(), this::tried);
    json.object("failed", finding.failed(), this::tried);
    json.object("contradicted", finding.contradicted(), this::tried);
    json.object("edge", finding.edge(), this::edge);
  }

  private void tried(Tried tried) {
    json.number("rate", tried.rate());
    json.number("held", tried.held());
    json.number("failed", tried.failed());
  }

  private void edge(Interval edge) {
    json.number("low", edge.low());
    json.number("middle", edge.middle());
    json.number("high", edge.high());
    json.number("confidence", edge.confidence());
  }

  private void step(CapacityStep step) {
    json.number("rate", step.rate());
    json.text("why", step.why().name().toLowerCase(Locale.ROOT));
    json.text("outcome", step.outcome().name().toLowerCase(Locale.ROOT));
    json.number("achieved", step.summary().results().rate().achieved());
    json.number("curveNanos", step.curveNanos());
    distribution("response", step.summary().results().total().response());
    distribution("service", step.summary().results().total().service());
    json.object("balance", step.summary().results().balance(), this::balance);
    json.text("generator", step.summary().generator().verdict().lowerCase());
    json.text("missed", step.missed());
    json.objects("objectives", step.objectives(), this::objective);
    json.text("directory", step.directory());
  }

  private void objective(CapacityStep.Objective objective) {
    json.text("objective", objective.text());
    json.text("verdict", objective.kept() ? "kept" : "broken");
    json.number("value", objective.value());
    json.number("limit", objective.limit());
  }

  private void distribution(String name, @Nullable Distribution of) {
    if (of == null || of.count() == 0) {
      return;
    }
    json.object(
        name,
        () -> {
          json.number("count", of.count());
          json.number("mean", of.mean());
          json.number("p50", of.p50());
          json.number("p90", of.p90());
          json.number("p99", of.p99());
          json.number("p999", of.p999());
          json.number("max", of.max());
        });
  }

  private void balance(Balance balance) {
    json.number("intended", balance.intended());
    json.number("completed", balance.completed());
    json.number("failed", balance.failed());
    json.number("timedOut", balance.timedOut());
    json.number("unfinished", balance.unfinished());
    json.number("neverSent", balance.neverSent());
  }
}
