package dev.takt.cli.render.ycsb;

import dev.takt.cli.render.ycsb.YcsbOptions.Collector;
import dev.takt.cli.render.ycsb.YcsbOptions.Times;
import dev.takt.load.driver.DriverPart;
import dev.takt.load.rules.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// The figures that YCSB 0.17 prints for a run, in its order, in microseconds: `[READ]` has service
/// times and `[Intended-READ]` response times. As in YCSB, failed operations are timed as
/// `[READ-FAILED]`, and the halves of a read-modify-write also count as reads and updates.
final class YcsbRows {

  private static final Pattern STATUS = Pattern.compile("[A-Z][A-Z_]*");
  private static final double NANOS_PER_MICRO = 1000;

  /// The figures under one name.
  private static final class Series {
    final LatencyHistogram times = new LatencyHistogram();
    final Map<String, Long> returns = new TreeMap<>();
    long ok;
  }

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
    Balance balance = run.balance();
    long answered = balance.completed() + balance.failed() + balance.timedOut();
    double achieved = run.rate().achieved();
    long millis =
        achieved > 0 ? Math.round(answered / achieved * 1000) : run.durationNanos() / 1_000_000;
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

  /// YCSB keeps its figures in this kind of map, keyed by operation name. The same map gives the
  /// same order.
  private void series() {
    boolean hasIntended =
        options.times() != Times.OP
            && run.operations().stream().anyMatch(each -> each.response() != null);
    Map<String, Series> service = new ConcurrentHashMap<>();
    Map<String, Series> response = new ConcurrentHashMap<>();
    for (OperationSummary each : run.operations()) {
      add(service, each, Measure.SERVICE);
      add(response, each, Measure.RESPONSE);
    }
    for (DriverPart part : distributions.parts()) {
      addPart(service, part);
      if (part.name().equals("cleanup")) {
        addPart(response, part); // its intended start is its start
      }
    }
    if (options.times() != Times.INTENDED || !hasIntended) {
      service.forEach((name, each) -> latencies(name, each, true));
    }
    if (hasIntended) {
      boolean alone = options.times() == Times.INTENDED;
      response.forEach((name, each) -> {
        // Return codes are not printed here. If all operations failed, there is nothing to print.
        if (alone || !each.times.isEmpty()) {
          latencies(alone ? name : "Intended-" + name, each, alone);
        }
      });
    }
  }

  private void add(Map<String, Series> series, OperationSummary operation, Measure measure) {
    Balance balance = operation.balance();
    if (balance.completed() + balance.failed() + balance.timedOut() == 0) {
      return;
    }
    String name = upper(operation.name());
    Series all = series.computeIfAbsent(name, _ -> new Series());
    all.times.add(distributions.of(operation.name(), measure));
    returns(operation).forEach((label, count) -> all.returns.merge(label, count, Long::sum));
    boolean hasHalves = distributions.parts().stream().anyMatch(each -> each.name().equals("read"));
    if (!name.equals("READ-MODIFY-WRITE") || !hasHalves) { // else its halves count as successes
      all.ok += balance.completed();
    }
    LatencyHistogram failures = distributions.failures(operation.name(), measure);
    if (!failures.isEmpty()) {
      series.computeIfAbsent(name + "-FAILED", _ -> new Series()).times.add(failures);
    }
  }

  private Map<String, Long> returns(OperationSummary operation) {
    Map<String, Long> returns = new TreeMap<>();
    distributions
        .errors(operation.name())
        .forEach((label, count) ->
            returns.merge(STATUS.matcher(label).matches() ? label : "ERROR", count, Long::sum));
    long failed = operation.balance().failed() + operation.balance().timedOut();
    long rest = failed - returns.values().stream().mapToLong(Long::longValue).sum();
    if (rest > 0) {
      returns.merge("ERROR", rest, Long::sum);
    }
    return returns;
  }

  private static void addPart(Map<String, Series> series, DriverPart part) {
    Series all = series.computeIfAbsent(upper(part.name()), _ -> new Series());
    all.times.add(part.times());
    all.ok += part.name().equals("cleanup") ? 0 : part.times().totalCount();
  }

  private static String upper(String operation) {
    return operation.toUpperCase(Locale.ROOT);
  }

  private void latencies(String name, Series series, boolean returns) {
    LatencyHistogram of = series.times;
    row(name, "Operations", of.totalCount());
    row(name, "AverageLatency(us)", of.isEmpty() ? 0.0 : of.mean() / NANOS_PER_MICRO);
    row(name, "MinLatency(us)", of.isEmpty() ? 0 : micros(of.min()));
    row(name, "MaxLatency(us)", of.isEmpty() ? 0 : micros(of.max()));
    for (double percentile : options.percentiles()) {
      long value = of.isEmpty() ? 0 : micros(of.valueAtPercentile(percentile));
      row(name, ordinal(percentile) + "PercentileLatency(us)", value);
    }
    if (returns && series.ok > 0) {
      row(name, "Return=OK", series.ok);
    }
    if (returns) {
      series.returns.forEach((label, count) -> row(name, "Return=" + label, count));
    }
  }

  /// YCSB's form of a percentile: `95th`, `1st`, but `99.9`.
  static String ordinal(double percentile) {
    if (percentile != Math.rint(percentile)) {
      return Double.toString(percentile);
    }
    int number = (int) percentile;
    boolean teen = number % 100 >= 11 && number % 100 <= 13;
    return number
        + switch (teen ? 0 : number % 10) {
          case 1 -> "st";
          case 2 -> "nd";
          case 3 -> "rd";
          default -> "th";
        };
  }

  private static long micros(long nanos) {
    return nanos / 1000;
  }

  private void row(String metric, String measurement, Number value) {
    rows.add(new YcsbRow(metric, measurement, value));
  }
}
