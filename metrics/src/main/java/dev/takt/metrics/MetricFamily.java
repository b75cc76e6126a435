package dev.takt.metrics;

import java.util.List;
import java.util.Map;

/// A metric family: the samples of one metric, independent of the output format.
///
/// @param base the name, in words separated by dots, as OpenTelemetry writes it
/// @param help one sentence
/// @param type the type of all samples
/// @param unit the unit of all samples
/// @param samples the samples; all have the same label names, no two the same label values
record MetricFamily(String base, String help, Type type, Unit unit, List<Sample> samples) {

  /// The type of a metric.
  enum Type {
    /// A value that can go up and down.
    GAUGE(""),
    /// A value that only goes up.
    COUNTER("_total"),
    /// A distribution of values.
    HISTOGRAM(""),
    /// Always 1: the information is in its labels.
    INFO("_info");

    /// The suffix that Prometheus requires for the names of its samples.
    final String suffix;

    Type(String suffix) {
      this.suffix = suffix;
    }
  }

  /// The unit of a metric.
  enum Unit {
    /// Dimensionless, or a count of what the name says.
    NONE("", "1"),
    /// Operations.
    OPERATIONS("", "{operation}"),
    /// Operations per second.
    OPERATIONS_PER_SECOND("per_second", "{operation}/s"),
    /// A share, from 0 to 1.
    RATIO("ratio", "1"),
    /// Seconds.
    SECONDS("seconds", "s");

    /// The suffix of a name in Prometheus.
    final String suffix;

    /// The UCUM symbol that OpenTelemetry uses.
    final String symbol;

    Unit(String suffix, String symbol) {
      this.suffix = suffix;
      this.symbol = symbol;
    }
  }

  /// One sample.
  sealed interface Sample {
    /// The labels by name, in the order in which they are written.
    Map<String, String> labels();
  }

  /// A single number.
  record Value(Map<String, String> labels, double value) implements Sample {}

  /// A histogram; written in seconds.
  record Histogram(Map<String, String> labels, SparseHistogram slots) implements Sample {}

  /// The name in Prometheus, without the suffix of its type.
  String prometheusName() {
    String name = base.replace('.', '_');
    return unit.suffix.isEmpty() ? name : name + "_" + unit.suffix;
  }

  static MetricFamily gauge(String base, String help, Unit unit, double value) {
    return new MetricFamily(base, help, Type.GAUGE, unit, List.of(new Value(Map.of(), value)));
  }

  static MetricFamily counter(String base, String help, Unit unit, double value) {
    return new MetricFamily(base, help, Type.COUNTER, unit, List.of(new Value(Map.of(), value)));
  }
}
