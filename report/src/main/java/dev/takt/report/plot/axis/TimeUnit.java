package dev.takt.report.plot.axis;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Units of time for formatting with few digits.
public enum TimeUnit {
  NANOSECONDS("ns", 1),
  MICROSECONDS("µs", 1e3),
  MILLISECONDS("ms", 1e6),
  SECONDS("s", 1e9);

  private static final double ROUNDING = 1e-9;
  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final MathContext TICK_DIGITS = new MathContext(9, RoundingMode.HALF_UP);

  private final String symbol;
  private final double nanos;

  TimeUnit(String symbol, double nanos) {
    this.symbol = symbol;
    this.nanos = nanos;
  }

  /// The greatest unit not longer than a duration; nanoseconds for less than 1 ns.
  static TimeUnit of(double nanos) {
    TimeUnit unit = NANOSECONDS;
    for (TimeUnit each : values()) {
      if (nanos >= each.nanos * (1 - ROUNDING)) {
        unit = each;
      }
    }
    return unit;
  }

  /// Formats a round number of nanoseconds in this unit without rounding: `250 µs`; `0` has no
  /// unit.
  String label(double value) {
    return value == 0 ? "0" : text(value, TICK_DIGITS);
  }

  /// Formats any number of nanoseconds with three digits: `45.6 ms`.
  public static String figure(double nanos) {
    if (nanos == 0) {
      return "0";
    }
    // Round first, then choose the unit: 999.9 µs rounds to 1 ms.
    double rounded = new BigDecimal(nanos).round(THREE_DIGITS).doubleValue();
    return of(rounded).text(rounded, THREE_DIGITS);
  }

  private String text(double value, MathContext digits) {
    BigDecimal figure = new BigDecimal(value / nanos).round(digits).stripTrailingZeros();
    return figure.toPlainString() + ' ' + symbol;
  }
}
