package dev.takt.cli.render.stress;

import dev.takt.record.LatencyHistogram;

/// What was measured of an operation, or of all, over some time. As in cassandra-stress, failed
/// operations are in all figures but partitions and rows.
final class StressFigures {

  private static final double NANOS_PER_MILLI = 1e6;

  final LatencyHistogram latency = new LatencyHistogram();
  long operations;
  long errors;
  long partitions;
  long rows;

  void add(StressFigures other) {
    latency.add(other.latency);
    operations += other.operations;
    errors += other.errors;
    partitions += other.partitions;
    rows += other.rows;
  }

  void reset() {
    latency.reset();
    operations = 0;
    errors = 0;
    partitions = 0;
    rows = 0;
  }

  double meanMillis() {
    return latency.mean() / NANOS_PER_MILLI;
  }

  double maxMillis() {
    return latency.max() / NANOS_PER_MILLI;
  }

  double percentileMillis(double percentile) {
    return latency.valueAtPercentile(percentile) / NANOS_PER_MILLI;
  }
}
