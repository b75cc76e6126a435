package dev.takt.cli.output;

import dev.takt.load.engine.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.Balance;
import dev.takt.runs.OperationSummary;
import dev.takt.runs.RunSummary;
import dev.takt.runs.RunTags.Measure;
import java.util.Locale;

/// The lines that YCSB 0.17 prints at the end of a run, for scripts that read them: `[READ]` has
/// service times and `[Intended-READ]` response times, in microseconds.
public final class YcsbFormat {

  private final StringBuilder out = new StringBuilder();

  private YcsbFormat() {}

  /// All lines, with a line break at their end.
  public static String render(RunSummary run, Distributions distributions) {
    YcsbFormat ycsb = new YcsbFormat();
    ycsb.line("OVERALL", "RunTime(ms)", Long.toString(run.durationNanos() / 1_000_000));
    ycsb.line("OVERALL", "Throughput(ops/sec)", Double.toString(run.rate().achieved()));
    for (OperationSummary operation : run.operations()) {
      ycsb.operation(operation, distributions);
    }
    return ycsb.out.toString();
  }

  private void operation(OperationSummary operation, Distributions distributions) {
    String name = operation.name().toUpperCase(Locale.ROOT);
    latencies(name, distributions.of(operation.name(), Measure.SERVICE));
    returns(name, operation.balance());
    if (operation.response() != null) {
      latencies("Intended-" + name, distributions.of(operation.name(), Measure.RESPONSE));
    }
  }

  private void latencies(String name, LatencyHistogram of) {
    line(name, "Operations", Long.toString(of.totalCount()));
    line(name, "AverageLatency(us)", Double.toString(of.mean() / 1000));
    line(name, "MinLatency(us)", micros(of.min()));
    line(name, "MaxLatency(us)", micros(of.max()));
    line(name, "95thPercentileLatency(us)", micros(of.valueAtPercentile(95)));
    line(name, "99thPercentileLatency(us)", micros(of.valueAtPercentile(99)));
  }

  private void returns(String name, Balance balance) {
    line(name, "Return=OK", Long.toString(balance.completed()));
    long errors = balance.failed() + balance.timedOut();
    if (errors > 0) {
      line(name, "Return=ERROR", Long.toString(errors));
    }
  }

  private static String micros(long nanos) {
    return Long.toString(nanos / 1000);
  }

  private void line(String metric, String measurement, String value) {
    out.append('[').append(metric).append("], ").append(measurement);
    out.append(", ").append(value).append('\n');
  }
}
