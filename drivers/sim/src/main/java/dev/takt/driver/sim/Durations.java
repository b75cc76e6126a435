package dev.takt.driver.sim;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations as text: `250us`, `4ms`, `1.5s`, `2m`, `1h`; zero needs no unit.
final class Durations {

  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ns|us|µs|ms|s|m|h)");

  private Durations() {}

  /// The duration in nanoseconds.
  ///
  /// @throws IllegalArgumentException if the text is not a duration, with what was expected
  static long parseNanos(String text) {
    if (text.equals("0")) {
      return 0;
    }
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a duration; write a number and ns, us, ms, s, m or h, such as 4ms");
    }
    BigDecimal nanos =
        new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unitNanos(matcher.group(2))));
    if (nanos.compareTo(BigDecimal.valueOf(unitNanos("h") * 24 * 365)) > 0) {
      throw new IllegalArgumentException("'" + text + "' is longer than a year");
    }
    return nanos.setScale(0, RoundingMode.HALF_UP).longValue();
  }

  private static long unitNanos(String unit) {
    return switch (unit) {
      case "ns" -> 1;
      case "us", "µs" -> 1_000;
      case "ms" -> 1_000_000;
      case "s" -> 1_000_000_000L;
      case "m" -> 60_000_000_000L;
      default -> 3_600_000_000_000L;
    };
  }
}
