package dev.takt.runs.model;

import dev.takt.record.LatencyHistogram;

/// Key figures of a latency distribution, all in nanoseconds, with percentiles as HdrHistogram
/// defines them.
public record Distribution(
    long count, double mean, long p50, long p90, long p99, long p999, long p9999, long max) {

  /// The figures of a histogram; all zero if it is empty.
  public static Distribution of(LatencyHistogram histogram) {
    return new Distribution(
        histogram.totalCount(),
        histogram.mean(),
        histogram.valueAtPercentile(50),
        histogram.valueAtPercentile(90),
        histogram.valueAtPercentile(99),
        histogram.valueAtPercentile(99.9),
        histogram.valueAtPercentile(99.99),
        histogram.max());
  }
}
