package dev.takt.cli.render.log;

import dev.takt.cli.spi.render.Percentile;
import dev.takt.cli.spi.render.ValueUnit;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.algebra.WindowSum;
import dev.takt.report.text.JsonWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One JSON document; [LogSchema] describes it.
final class LogJson implements LogFormat {

  private final ValueUnit unit;
  private final List<Percentile> percentiles;
  private final JsonWriter json;
  private @Nullable WindowSum window;

  LogJson(ValueUnit unit, List<Percentile> percentiles, Appendable out) {
    this.unit = unit;
    this.percentiles = percentiles;
    this.json = new JsonWriter(out);
  }

  @Override
  public void begin(LogHeading heading) throws IOException {
    json.open('{');
    json.name("format").string("takt-log-summary/1");
    json.name("unit").string(unit.label());
    json.name("unitSource").string(unit.raw().source().name().toLowerCase(Locale.ROOT));
    estimate(heading.facts());
    json.name("logs").number(Integer.toString(heading.logs()));
    LogSummary summary = heading.summary();
    if (summary == null) {
      json.name("windows").open('[');
    } else {
      span(summary);
      json.name("series").open('[');
    }
  }

  private void estimate(LogFacts facts) throws IOException {
    if (facts.estimate() != null) {
      json.name("estimate").string(facts.estimate());
    }
  }

  private void span(LogSummary summary) throws IOException {
    times(summary.start(), summary.isDated());
    json.name("end").number(LogTimes.seconds(summary.end()));
    json.name("intervals").number(Long.toString(summary.intervals()));
  }

  private void times(long start, boolean dated) throws IOException {
    json.name("start").number(LogTimes.seconds(start));
    json.name("startIso").string(dated ? LogTimes.iso(start) : null);
  }

  @Override
  public void row(Series series) throws IOException {
    Spectrum values = series.spectrum();
    json.open('{');
    json.name("tag").string(series.tag());
    json.name("count").number(Long.toString(values.total()));
    json.name("intervals").number(Long.toString(series.intervals()));
    figure("mean", values, values.mean());
    figure("min", values, values.min());
    figure("max", values, values.max());
    figure("stddev", values, values.standardDeviation());
    json.name("percentiles").open('{');
    for (Percentile each : percentiles) {
      figure(each.label(), values, values.valueAtPercentile(each.value()));
    }
    json.close('}');
    digits(series);
    json.close('}');
  }

  private void figure(String name, Spectrum values, double figure) throws IOException {
    json.name(name).number(values.isEmpty() ? null : unit.exact(figure));
  }

  private void digits(Series series) throws IOException {
    json.name("significantDigits").open('[');
    int[] digits = series.layouts().stream().mapToInt(Layout::significantDigits).toArray();
    for (int each : Arrays.stream(digits).distinct().sorted().toArray()) {
      json.number(Integer.toString(each));
    }
    json.close(']');
  }

  @Override
  public void row(WindowSum next) throws IOException {
    if (window == null || window.start() != next.start()) {
      closeWindow();
      json.open('{');
      times(next.start(), next.isDated());
      json.name("length").number(LogTimes.seconds(next.length()));
      json.name("series").open('[');
      window = next;
    }
    row(next.series());
  }

  private void closeWindow() throws IOException {
    if (window != null) {
      json.close(']');
      json.close('}');
    }
  }

  @Override
  public void end() throws IOException {
    closeWindow();
    json.close(']');
    json.close('}');
  }
}
