package dev.takt.metrics;

import java.util.List;
import java.util.Map;

/// Samples of one kind of figure, whatever the format that tells them.
///
/// @param base the name in words with dots between, as OpenTelemetry writes it
/// @param help one sentence
/// @param unit of the figure
/// @param samples of one type, with the same labels and different values of them
record Family(String base, String help, Type type, Unit unit, List<Sample> samples) {

  /// What kind of figure it is.
  enum Type {
    /// Goes up and down.
    GAUGE(""),
    /// Only goes up.
    COUNTER("_total"),
    /// A distribution of values.
    HISTOGRAM(""),
    /// Always 1: its labels are what it tells.
    INFO("_info");

    /// What Prometheus adds to the names of its samples.
    final String suffix;

    Type(String suffix) {
      this.suffix = suffix;
    }
  }

  /// In what it is measured.
  enum Unit {
    /// Nothing, or a count of what the name says.
    NONE("", "1"),
    /// Operations.
    OPERATIONS("", "{operation}"),
    /// Operations per second.
    OPERATIONS_PER_SECOND("per_second", "{operation}/s"),
    /// A share, from 0 to 1.
    RATIO("ratio", "1"),
    /// Seconds.
    SECONDS("seconds", "s");

    /// As Prometheus puts it at the end of a name.
    final String suffix;

    /// As OpenTelemetry writes it.
    final String symbol;

    Unit(String suffix, String symbol) {
      this.suffix = suffix;
      this.symbol = symbol;
    }
  }

  /// One figure.
  sealed interface Sample {
    /// By name, in their order.
    Map<String, String> labels();
  }

  /// A number.
  record Figure(Map<String, String> labels, double value) implements Sample {}

  /// A histogram, in seconds.
  record Histogram(Map<String, String> labels, Slots slots) implements Sample {}

  /// Its name to Prometheus, without what a type adds to it.
  String prometheusName() {
    String name = base.replace('.', '_');
    return unit.suffix.isEmpty() ? name : name + "_" + unit.suffix;
  }

  static Family gauge(String base, String help, Unit unit, double value) {
    return new Family(base, help, Type.GAUGE, unit, List.of(new Figure(Map.of(), value)));
  }

  static Family counter(String base, String help, Unit unit, double value) {
    return new Family(base, help, Type.COUNTER, unit, List.of(new Figure(Map.of(), value)));
  }
}
