package dev.takt.explain.comparison;

import java.math.BigDecimal;

/// A figure of an operation that is compared.
public sealed interface Figure {

  /// A percentile of the measure.
  ///
  /// @param percent more than 0 and less than 100
  record Percentile(double percent) implements Figure {

    /// @throws IllegalArgumentException if there is no such percentile
    public Percentile {
      if (!(percent > 0 && percent < 100)) {
        throw new IllegalArgumentException("a percentile is between 0 and 100, not " + percent);
      }
    }

    @Override
    public String label() {
      return "p" + new BigDecimal(Double.toString(percent)).stripTrailingZeros().toPlainString();
    }
  }

  /// The greatest value of the measure.
  record Max() implements Figure {
    @Override
    public String label() {
      return "max";
    }
  }

  /// Completed operations per second.
  record Throughput() implements Figure {
    @Override
    public String label() {
      return "throughput";
    }
  }

  /// Operations that did not complete, as a share of all.
  record Errors() implements Figure {
    @Override
    public String label() {
      return "errors";
    }
  }

  /// Its name in rules and tables: `p99.9`, `max`, `throughput`, `errors`.
  String label();

  /// Whether it is a time, in nanoseconds.
  default boolean isTime() {
    return this instanceof Percentile || this instanceof Max;
  }

  /// Whether a larger value is better.
  default boolean moreIsBetter() {
    return this instanceof Throughput;
  }
}
