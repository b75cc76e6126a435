package dev.takt.cli.render.study;

import dev.takt.cli.render.Figures;
import dev.takt.explain.capacity.Knee;
import dev.takt.explain.capacity.SearchResult.Interval;
import dev.takt.explain.capacity.SearchResult.Tried;
import dev.takt.explain.capacity.SearchResult;
import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacityStep;
import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A capacity search as JSON: the file `find.json`, and the output of `--format json`. Rates are
/// per second, times in nanoseconds.
public final class FindJson {

  private static final int FORMAT_VERSION = 1;

  private final JsonWriter json;
  private final CapacityReport report;

  private FindJson(Appendable out, CapacityReport report) {
    this.json = new JsonWriter(out);
    this.report = report;
  }

  /// The document, with a trailing line break.
  public static String write(CapacityReport report) {
    StringBuilder out = new StringBuilder();
    try {
      new FindJson(out, report).document();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
    return out.toString();
  }

  private void document() throws IOException {
    json.open('{');
    number("formatVersion", FORMAT_VERSION);
    text("target", report.target());
    json.name("objectives");
    json.open('[');
    for (String each : report.objectives()) {
      json.string(each);
    }
    json.close(']');
    number("low", report.settings().low());
    number("high", report.settings().high());
    number("resolution", report.settings().resolution());
    number("repeats", report.settings().repeats());
    number("maxSteps", report.settings().maxSteps());
    finding(report.finding());
    CapacityReport.Trouble trouble = report.trouble();
    text("trouble", trouble == null ? null : trouble.reason());
    text("curve", report.curve());
    Knee.@Nullable Point knee = report.knee().orElse(null);
    json.name("knee");
    if (knee == null) {
      json.string(null);
    } else {
      json.open('{');
      number("rate", knee.rate());
      number("achieved", knee.achieved());
      number("nanos", knee.latency());
      json.close('}');
    }
    json.name("steps");
    json.open('[');
    for (CapacityStep each : report.steps()) {
      step(each);
    }
    json.close(']');
    text("directory", report.directory());
    json.close('}');
  }

  private void finding(SearchResult finding) throws IOException {
    text("end", finding.end().name().toLowerCase(Locale.ROOT));
    tried("held", finding.held());
    tried("failed", finding.failed());
    tried("contradicted", finding.contradicted());
    Interval edge = finding.edge();
    json.name("edge");
    if (edge == null) {
      json.string(null);
      return;
    }
    json.open('{');
    number("low", edge.low());
    number("middle", edge.middle());
    number("high", edge.high());
    number("confidence", edge.confidence());
    json.close('}');
  }

  private void tried(String name, @Nullable Tried tried) throws IOException {
    json.name(name);
    if (tried == null) {
      json.string(null);
      return;
    }
    json.open('{');
    number("rate", tried.rate());
    number("held", tried.held());
    number("failed", tried.failed());
    json.close('}');
  }

  private void step(CapacityStep step) throws IOException {
    json.open('{');
    number("rate", step.rate());
    text("why", step.why().name().toLowerCase(Locale.ROOT));
    text("outcome", step.outcome().name().toLowerCase(Locale.ROOT));
    number("achieved", step.summary().rate().achieved());
    number("curveNanos", step.curveNanos());
    distribution("response", step.summary().total().response());
    distribution("service", step.summary().total().service());
    balance(step.summary().balance());
    text("generator", step.summary().generator().verdict().lowerCase());
    text("missed", step.missed());
    json.name("objectives");
    json.open('[');
    for (CapacityStep.Objective each : step.objectives()) {
      json.open('{');
      text("objective", each.text());
      text("verdict", each.kept() ? "kept" : "broken");
      number("value", each.value());
      number("limit", each.limit());
      json.close('}');
    }
    json.close(']');
    text("directory", step.directory());
    json.close('}');
  }

  private void distribution(String name, @Nullable Distribution of) throws IOException {
    if (of == null || of.count() == 0) {
      return;
    }
    json.name(name);
    json.open('{');
    number("count", of.count());
    number("mean", of.mean());
    number("p50", of.p50());
    number("p90", of.p90());
    number("p99", of.p99());
    number("p999", of.p999());
    number("max", of.max());
    json.close('}');
  }

  private void balance(Balance balance) throws IOException {
    json.name("balance");
    json.open('{');
    number("intended", balance.intended());
    number("completed", balance.completed());
    number("failed", balance.failed());
    number("timedOut", balance.timedOut());
    number("unfinished", balance.unfinished());
    number("neverSent", balance.neverSent());
    json.close('}');
  }

  private void text(String name, @Nullable String text) throws IOException {
    json.name(name).string(text);
  }

  private void number(String name, long number) throws IOException {
    json.name(name).number(Long.toString(number));
  }

  private void number(String name, double number) throws IOException {
    json.name(name).number(Figures.plain(number));
  }
}
