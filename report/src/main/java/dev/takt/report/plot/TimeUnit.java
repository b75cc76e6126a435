package dev.takt.report.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Units of time, chosen so that the figures before them are short.
enum TimeUnit {
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

  /// The greatest unit of which there is at least one; nanoseconds for less.
  static TimeUnit of(double nanos) {
    TimeUnit unit = NANOSECONDS;
    for (TimeUnit each : values()) {
      if (nanos >= each.nanos * (1 - ROUNDING)) {
        unit = each;
      }
    }
    return unit;
  }

  /// A round number of nanoseconds in this unit, in full: `250 µs`; `0` has no unit.
  String label(double value) {
    return value == 0 ? "0" : text(value, TICK_DIGITS);
  }

  /// Any number of nanoseconds, in three digits: `45.6 ms`.
  static String figure(double nanos) {
    if (nanos == 0) {
      return "0";
    }
    // 999.9 µs is 1 ms once it is rounded: round first, then choose.
    double rounded = new BigDecimal(nanos).round(THREE_DIGITS).doubleValue();
    return of(rounded).text(rounded, THREE_DIGITS);
  }

  private String text(double value, MathContext digits) {
    BigDecimal figure = new BigDecimal(value / nanos).round(digits).stripTrailingZeros();
    return figure.toPlainString() + ' ' + symbol;
  }
}
