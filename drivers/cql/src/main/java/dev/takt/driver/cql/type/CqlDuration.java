package dev.takt.driver.cql.type;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A `duration`, such as `1y2mo3w4d5h6m7s8ms9us10ns` or `-12h`. All parts have the same sign.
record CqlDuration(int months, int days, long nanos) {

  private static final Pattern PART = Pattern.compile("\\G(\\d+)(y|mo|w|d|h|ms|us|µs|ns|m|s)");
  private static final long SECOND = 1_000_000_000L;

  private static final Map<String, Long> NANOS =
      Map.of(
          "h", 3_600 * SECOND,
          "m", 60 * SECOND,
          "s", SECOND,
          "ms", 1_000_000L,
          "us", 1_000L,
          "µs", 1_000L,
          "ns", 1L);

  /// @throws IllegalArgumentException if it is not such a text, or too long
  static CqlDuration parse(String text) {
    boolean isNegative = text.startsWith("-");
    String parts = isNegative ? text.substring(1) : text;
    Matcher part = PART.matcher(parts);
    long months = 0;
    long days = 0;
    long nanos = 0;
    int end = 0;
    while (part.find()) {
      long amount = Long.parseLong(part.group(1));
      switch (part.group(2)) {
        case "y" -> months = Math.addExact(months, Math.multiplyExact(12, amount));
        case "mo" -> months = Math.addExact(months, amount);
        case "w" -> days = Math.addExact(days, Math.multiplyExact(7, amount));
        case "d" -> days = Math.addExact(days, amount);
        default ->
            nanos =
                Math.addExact(
                    nanos,
                    Math.multiplyExact(Objects.requireNonNull(NANOS.get(part.group(2))), amount));
      }
      end = part.end();
    }
    if (end == 0 || end < parts.length()) {
      throw new IllegalArgumentException("expected a duration such as 1h30m");
    }
    int sign = isNegative ? -1 : 1;
    return new CqlDuration(
        sign * Math.toIntExact(months), sign * Math.toIntExact(days), sign * nanos);
  }

  void put(ByteBuffer out) {
    VariableInts.putSigned(months, out);
    VariableInts.putSigned(days, out);
    VariableInts.putSigned(nanos, out);
  }
}
