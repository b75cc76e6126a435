package dev.takt.cli.render.log;

import dev.takt.cli.render.Percentile;
import dev.takt.cli.render.RawUnit;
import dev.takt.cli.render.ycsb.YcsbRow;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.algebra.WindowSum;
import dev.takt.report.text.TagText;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The lines that YCSB 0.17 prints for its histograms (`OneMeasurementHdrHistogram`), in whole
/// microseconds: its 95th and 99th percentile, then the requested ones.
final class LogYcsb implements LogFormat {

  private static final double NANOS_PER_MICRO = 1000;

  private final RawUnit raw;
  private final Set<Percentile> percentiles;
  private final Appendable out;

  LogYcsb(RawUnit raw, List<Percentile> percentiles, Appendable out) {
    if (!raw.isTime()) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "YCSB's lines are in microseconds, but the log says that its values are in '%s'",
              TagText.escape(raw.label())));
    }
    this.raw = raw;
    this.percentiles = new LinkedHashSet<>(Percentile.parse("95,99"));
    this.percentiles.addAll(percentiles);
    this.out = out;
  }

  @Override
  public void begin(LogHeading heading) throws IOException {
    String estimate = heading.facts().estimate();
    if (estimate != null) {
      line("ESTIMATE", "CorrectedForCoordinatedOmission", TagText.escape(estimate));
    }
  }

  @Override
  public void row(Series series) throws IOException {
    Spectrum values = series.spectrum();
    String name = TagText.escape(series.name());
    line(name, "Operations", Long.toString(values.total()));
    line(name, "AverageLatency(us)", Double.toString(micros(values.mean())));
    line(name, "MinLatency(us)", whole(values.min()));
    line(name, "MaxLatency(us)", whole(values.max()));
    for (Percentile each : percentiles) {
      String figure = YcsbRow.ordinal(each.value(), each.label()) + "PercentileLatency(us)";
      line(name, figure, whole(values.valueAtPercentile(each.value())));
    }
  }

  @Override
  public void row(WindowSum window) {
    throw new IllegalStateException("YCSB's lines have no form for windows");
  }

  @Override
  public void end() {}

  private double micros(double value) {
    return raw.nanos() >= NANOS_PER_MICRO
        ? value * (raw.nanos() / NANOS_PER_MICRO)
        : value / (NANOS_PER_MICRO / raw.nanos());
  }

  private String whole(double value) {
    return Long.toString((long) micros(value));
  }

  private void line(String metric, String measurement, String value) throws IOException {
    out.append(YcsbRow.line(metric, measurement, value));
  }
}
