package dev.takt.cli.render.stress;

import dev.takt.load.rules.Distributions;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// The results that cassandra-stress prints at the end of a run. Rates are over the time from the
/// start of the schedule to the last answer. Latencies include operations that were not answered,
/// with their age, where they are response times.
public final class StressResults {

  /// The garbage collections of the server. cassandra-stress prints these figures without JMX.
  private static final String COLLECTIONS =
      """
      Total GC count            : 0
      Total GC memory           : 0.000 KiB
      Total GC time             :    0.0 seconds
      Avg GC time               :    NaN ms
      StdDev GC time            :    0.0 ms
      """;

  private final StressFormat format;

  /// By printed name.
  private final Map<String, StressFigures> operations = new TreeMap<>();

  private final StressFigures total = new StressFigures();
  private final double seconds;

  private StressResults(RunSummary run, Distributions distributions, StressFormat format) {
    this.format = format;
    run.results().operations().forEach(each -> add(each, distributions));
    double achieved = run.results().rate().achieved();
    this.seconds =
        achieved > 0 ? total.operations / achieved : run.execution().durationNanos() / 1e9;
  }

  private void add(OperationSummary operation, Distributions distributions) {
    Balance balance = operation.balance();
    StressFigures figures = new StressFigures();
    figures.errors = balance.failed() + balance.timedOut();
    figures.operations = balance.completed() + figures.errors;
    WorkCounter.Work work = format.work().of(operation.name(), balance.completed());
    figures.partitions = work.partitions();
    figures.rows = work.rows();
    figures.latency.add(distributions.of(operation.name(), format.latency()));
    figures.latency.add(distributions.failures(operation.name(), format.latency()));
    if (figures.operations > 0 || !figures.latency.isEmpty()) {
      operations.put(format.nameOf(operation.name()), figures);
      total.add(figures);
    }
  }

  /// The results, and after an empty line `END` or `FAILURE`.
  ///
  /// @param hasFailed whether the run failed, in the sense of cassandra-stress
  public static String render(
      RunSummary run, Distributions distributions, StressFormat format, boolean hasFailed) {
    StressResults results = new StressResults(run, distributions, format);
    return "\n\nResults:\n"
        + results.rate("Op rate", each -> each.operations, "op/s")
        + results.rate("Partition rate", each -> each.partitions, "pk/s")
        + results.rate("Row rate", each -> each.rows, "row/s")
        + results.latency("Latency mean", StressFigures::meanMillis)
        + results.latency("Latency median", each -> each.percentileMillis(50))
        + results.latency("Latency 95th percentile", each -> each.percentileMillis(95))
        + results.latency("Latency 99th percentile", each -> each.percentileMillis(99))
        + results.latency("Latency 99.9th percentile", each -> each.percentileMillis(99.9))
        + results.latency("Latency max", StressFigures::maxMillis)
        + results.count("Total partitions", each -> each.partitions)
        + results.count("Total errors", each -> each.errors)
        + COLLECTIONS
        + results.time()
        + (hasFailed ? "\nFAILURE\n" : "\nEND\n");
  }

  private String rate(String label, ToLongFunction<StressFigures> count, String unit) {
    return EnglishText.format(
        "%-26s: %,8.0f %-5s %s\n",
        label,
        count.applyAsLong(total) / seconds,
        unit,
        each(of -> EnglishText.format("%,.0f %s", count.applyAsLong(of) / seconds, unit)));
  }

  private String latency(String label, ToDoubleFunction<StressFigures> millis) {
    return EnglishText.format(
        "%-26s: %6.1f ms %s\n",
        label,
        millis.applyAsDouble(total),
        each(of -> EnglishText.format("%,.1f ms", millis.applyAsDouble(of))));
  }

  private String count(String label, ToLongFunction<StressFigures> count) {
    return EnglishText.format(
        "%-26s: %,10d %s\n",
        label,
        count.applyAsLong(total),
        each(of -> EnglishText.format("%,d", count.applyAsLong(of))));
  }

  private String each(Function<StressFigures, String> text) {
    StringBuilder all = new StringBuilder("[");
    operations.forEach((name, figures) ->
        all.append(all.length() > 1 ? ", " : "")
            .append(name)
            .append(": ")
            .append(text.apply(figures)));
    return all.append(']').toString();
  }

  private String time() {
    long whole = (long) seconds;
    return EnglishText.format(
        "%-26s: %02d:%02d:%02d\n",
        "Total operation time", whole / 3600, whole / 60 % 60, whole % 60);
  }
}
