package dev.takt.agent;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses durations: `1ms`, `0.5ms`, `30s`, `2m`, `1h`.
final class DurationParser {

  private static final Pattern TIME =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?) ?(ns|us|µs|ms|s|m|h)");
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);
  private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE / 4);

  private DurationParser() {}

  /// Parses a duration.
  ///
  /// @return nanoseconds
  /// @throws IllegalArgumentException with a message for people
  static long parseNanos(String text) {
    if (text.equals("0")) {
      return 0;
    }
    Matcher time = TIME.matcher(text);
    Long unit = time.matches() ? NANOS.get(time.group(2)) : null;
    if (unit == null) {
      throw new IllegalArgumentException(
          "expected a time with its unit, such as 1ms or 30s, found '" + text + "'");
    }
    BigDecimal nanos = new BigDecimal(time.group(1)).multiply(BigDecimal.valueOf(unit));
    if (nanos.compareTo(MAX_NANOS) > 0) {
      throw new IllegalArgumentException("'" + text + "' is too long");
    }
    return nanos.setScale(0, RoundingMode.HALF_UP).longValueExact();
  }
}
