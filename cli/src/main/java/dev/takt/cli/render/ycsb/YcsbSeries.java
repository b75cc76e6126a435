package dev.takt.cli.render.ycsb;

import dev.takt.load.driver.DriverPart;
import dev.takt.load.rules.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// The figures that YCSB prints under one name.
final class YcsbSeries {

  private static final Pattern STATUS = Pattern.compile("[A-Z][A-Z_]*");

  private final LatencyHistogram times = new LatencyHistogram();
  private final Map<String, Long> returns = new TreeMap<>();
  private long ok;

  /// YCSB keeps its figures in this kind of map, keyed by operation name. The same map gives the
  /// same order.
  static Map<String, YcsbSeries> of(RunSummary run, Distributions distributions, Measure measure) {
    Map<String, YcsbSeries> series = new ConcurrentHashMap<>();
    for (OperationSummary each : run.results().operations()) {
      add(series, each, distributions, measure);
    }
    for (DriverPart part : distributions.parts()) {
      // The intended start of a clean-up is its start.
      if (measure == Measure.SERVICE || part.name().equals("cleanup")) {
        addPart(series, part);
      }
    }
    return series;
  }

  private static void add(
      Map<String, YcsbSeries> series,
      OperationSummary operation,
      Distributions distributions,
      Measure measure) {
    Balance balance = operation.balance();
    if (balance.completed() + balance.failed() + balance.timedOut() == 0) {
      return;
    }
    String name = upper(operation.name());
    YcsbSeries all = series.computeIfAbsent(name, _ -> new YcsbSeries());
    all.times.add(distributions.of(operation.name(), measure));
    returns(operation, distributions)
        .forEach((label, count) -> all.returns.merge(label, count, Long::sum));
    boolean hasHalves = distributions.parts().stream().anyMatch(each -> each.name().equals("read"));
    if (!name.equals("READ-MODIFY-WRITE") || !hasHalves) { // else its halves count as successes
      all.ok += balance.completed();
    }
    LatencyHistogram failures = distributions.failures(operation.name(), measure);
    if (!failures.isEmpty()) {
      series.computeIfAbsent(name + "-FAILED", _ -> new YcsbSeries()).times.add(failures);
    }
  }

  private static Map<String, Long> returns(
      OperationSummary operation, Distributions distributions) {
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

  private static void addPart(Map<String, YcsbSeries> series, DriverPart part) {
    YcsbSeries all = series.computeIfAbsent(upper(part.name()), _ -> new YcsbSeries());
    all.times.add(part.times());
    all.ok += part.name().equals("cleanup") ? 0 : part.times().totalCount();
  }

  private static String upper(String operation) {
    return operation.toUpperCase(Locale.ROOT);
  }

  LatencyHistogram times() {
    return times;
  }

  /// The failed operations by their return code.
  Map<String, Long> returns() {
    return returns;
  }

  /// How many operations succeeded.
  long ok() {
    return ok;
  }
}
