package dev.takt.cli.render.ycsb;

import dev.takt.cli.render.ycsb.YcsbOptions.Collector;
import dev.takt.cli.render.ycsb.YcsbOptions.Times;
import dev.takt.load.rules.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The figures that YCSB 0.17 prints for a run, in its order, in microseconds: `[READ]` has service
/// times and `[Intended-READ]` response times. As in YCSB, failed operations are timed as
/// `[READ-FAILED]`, and the halves of a read-modify-write also count as reads and updates.
final class YcsbRows {

  private static final double NANOS_PER_MICRO = 1000;

  private final RunSummary run;
  private final Distributions distributions;
  private final YcsbOptions options;
  private final List<YcsbRow> rows = new ArrayList<>();

  private YcsbRows(RunSummary run, Distributions distributions, YcsbOptions options) {
    this.run = run;
    this.distributions = distributions;
    this.options = options;
  }

  static List<YcsbRow> of(RunSummary run, Distributions distributions, YcsbOptions options) {
    YcsbRows all = new YcsbRows(run, distributions, options);
    all.overall();
    all.series();
    return List.copyOf(all.rows);
  }

  private void overall() {
    Balance balance = run.results().balance();
    long answered = balance.completed() + balance.failed() + balance.timedOut();
    double achieved = run.results().rate().achieved();
    long millis =
        achieved > 0
            ? Math.round(answered / achieved * 1000)
            : run.execution().durationNanos() / 1_000_000;
    double elapsed = Math.max(1, millis);
    row("OVERALL", "RunTime(ms)", millis);
    row("OVERALL", "Throughput(ops/sec)", 1000.0 * answered / elapsed);
    long count = 0;
    long time = 0;
    for (Collector each : options.collectors()) {
      row("TOTAL_GCS_" + each.name(), "Count", each.count());
      row("TOTAL_GC_TIME_" + each.name(), "Time(ms)", each.millis());
      row("TOTAL_GC_TIME_%_" + each.name(), "Time(%)", each.millis() / elapsed * 100);
      count += each.count();
      time += each.millis();
    }
    row("TOTAL_GCs", "Count", count);
    row("TOTAL_GC_TIME", "Time(ms)", time);
    row("TOTAL_GC_TIME_%", "Time(%)", time / elapsed * 100);
  }

  private void series() {
    boolean hasIntended =
        options.times() != Times.OP
            && run.results().operations().stream().anyMatch(each -> each.response() != null);
    Map<String, YcsbSeries> service = YcsbSeries.of(run, distributions, Measure.SERVICE);
    Map<String, YcsbSeries> response = YcsbSeries.of(run, distributions, Measure.RESPONSE);
    if (options.times() != Times.INTENDED || !hasIntended) {
      service.forEach((name, each) -> latencies(name, each, true));
    }
    if (hasIntended) {
      boolean alone = options.times() == Times.INTENDED;
      response.forEach((name, each) -> {
        // Return codes are not printed here. If all operations failed, there is nothing to print.
        if (alone || !each.times().isEmpty()) {
          latencies(alone ? name : "Intended-" + name, each, alone);
        }
      });
    }
  }

  private void latencies(String name, YcsbSeries series, boolean returns) {
    LatencyHistogram of = series.times();
    row(name, "Operations", of.totalCount());
    row(name, "AverageLatency(us)", of.isEmpty() ? 0.0 : of.mean() / NANOS_PER_MICRO);
    row(name, "MinLatency(us)", of.isEmpty() ? 0 : micros(of.min()));
    row(name, "MaxLatency(us)", of.isEmpty() ? 0 : micros(of.max()));
    for (double percentile : options.percentiles()) {
      long value = of.isEmpty() ? 0 : micros(of.valueAtPercentile(percentile));
      row(
          name,
          YcsbRow.ordinal(percentile, Double.toString(percentile)) + "PercentileLatency(us)",
          value);
    }
    if (returns && series.ok() > 0) {
      row(name, "Return=OK", series.ok());
    }
    if (returns) {
      series.returns().forEach((label, count) -> row(name, "Return=" + label, count));
    }
  }

  private static long micros(long nanos) {
    return nanos / 1000;
  }

  private void row(String metric, String measurement, Number value) {
    rows.add(new YcsbRow(metric, measurement, value));
  }
}
