package dev.takt.driver.grpc.message;

import dev.takt.runs.text.EnglishText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Points in time and durations as JSON has them.
final class Times {

  private static final long MAX_DURATION_SECONDS = 315_576_000_000L;
  private static final int NANO_DIGITS = 9;
  private static final Pattern DURATION = Pattern.compile("(-?)([0-9]{1,12})(?:\\.([0-9]{1,9}))?s");

  /// @param nanos of the same sign as the seconds in a duration, from 0 on in a point in time
  record Time(long seconds, int nanos) {}

  private Times() {}

  /// @throws IllegalArgumentException if it is none, or not within the years 1 to 9999
  static Time timestamp(String text) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(text);
      Instant instant = time.toInstant();
      int year = instant.atOffset(ZoneOffset.UTC).getYear();
      if (year >= 1 && year <= 9999) {
        return new Time(instant.getEpochSecond(), instant.getNano());
      }
    } catch (DateTimeException _) {
      // It is refused below.
    }
    throw new IllegalArgumentException(
        "expected a time such as \"2026-01-31T12:00:00Z\", found \"" + text + "\"");
  }

  /// @throws IllegalArgumentException if it is none, or out of range
  static Time duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (matcher.matches() && Long.parseLong(matcher.group(2)) <= MAX_DURATION_SECONDS) {
      String fraction = matcher.group(3) == null ? "" : matcher.group(3);
      int nanos = Integer.parseInt(fraction + "0".repeat(NANO_DIGITS - fraction.length()));
      int sign = matcher.group(1).isEmpty() ? 1 : -1;
      return new Time(sign * Long.parseLong(matcher.group(2)), sign * nanos);
    }
    throw new IllegalArgumentException(
        "expected a duration in seconds such as \"1.5s\", found \"" + text + "\"");
  }

  static String timestamp(long seconds, int nanos) {
    try {
      return Instant.ofEpochSecond(seconds, nanos).toString();
    } catch (DateTimeException | ArithmeticException _) {
      return seconds + "s " + nanos + "ns";
    }
  }

  static String duration(long seconds, int nanos) {
    String sign = seconds < 0 || nanos < 0 ? "-" : "";
    String fraction =
        nanos == 0
            ? ""
            : "." + EnglishText.format("%09d", Math.abs(nanos)).replaceAll("(?:000)+$", "");
    return sign + Math.abs(seconds) + fraction + "s";
  }
}
