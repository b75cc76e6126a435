package dev.takt.load.schedule;

import dev.takt.runs.text.EnglishText;
import java.math.BigInteger;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations in the form that users write: `20s`, `250ms`, `1m30s`, `2h`, `1.5s`, `100us`, `5ns`.
public final class Durations {

  /// The longest duration. The sum of a clock reading and several such durations does not overflow.
  static final long MAX_NANOS = Long.MAX_VALUE / 4;

  static final String TOO_LONG = "longer than 73 years";

  private static final String EXPECTED =
      "expected a time with its unit, such as 20s, 250ms, 1m30s or 2h (h, m, s, ms, us, ns)";

  private static final Pattern PART =
      Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?)\\s*(h|ms|m|s|us|µs|ns)\\s*");
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");

  private enum Unit {
    H("h", 3_600_000_000_000L),
    M("m", 60_000_000_000L),
    S("s", 1_000_000_000L),
    MS("ms", 1_000_000L),
    US("us", 1_000L),
    NS("ns", 1L);

    final String text;
    final long nanos;

    Unit(String text, long nanos) {
      this.text = text;
      this.nanos = nanos;
    }

    static Unit of(String text) {
      for (Unit unit : values()) {
        if (unit.text.equals(text)) {
          return unit;
        }
      }
      return US; // the alternative spelling with a µ
    }
  }

  private Durations() {}

  /// Parses a duration, which may be 0.
  ///
  /// @throws ScheduleException if the text is not a duration, its units do not go from large to
  ///   small, or it is longer than 73 years
  public static Duration parse(String text) {
    return Duration.ofNanos(parseNanos(text));
  }

  /// Parses a duration, in nanoseconds; see [#parse].
  public static long parseNanos(String text) {
    String all = text.strip();
    Matcher part = PART.matcher(all);
    ExactDecimal sum = new ExactDecimal(BigInteger.ZERO, 0);
    int end = 0;
    long previous = Long.MAX_VALUE;
    while (end < all.length() || all.isEmpty()) {
      if (!part.find() || part.start() != end) {
        throw notUnderstood(text, all);
      }
      Unit unit = Unit.of(part.group(2));
      if (unit.nanos >= previous) {
        throw new ScheduleException(
            "duration \"" + text + "\" has its units in the wrong order: " + EXPECTED);
      }
      previous = unit.nanos;
      sum = sum.plus(ExactDecimal.parse(part.group(1)).times(unit.nanos));
      end = part.end();
    }
    return wholeNanos(text, sum);
  }

  private static ScheduleException notUnderstood(String text, String stripped) {
    if (NUMBER.matcher(stripped).matches()) {
      return new ScheduleException(
          EnglishText.format("duration \"%s\" has no unit: did you mean %ss?", text, stripped));
    }
    return new ScheduleException("duration \"" + text + "\" is not understood: " + EXPECTED);
  }

  private static long wholeNanos(String text, ExactDecimal nanos) {
    BigInteger rounded = nanos.rounded();
    if (rounded.compareTo(BigInteger.valueOf(MAX_NANOS)) > 0) {
      throw new ScheduleException("duration \"" + text + "\" is " + TOO_LONG);
    }
    return rounded.longValueExact();
  }

  /// Formats a duration so that [#parse] can read it.
  ///
  /// @throws IllegalArgumentException if the duration is negative
  public static String format(Duration duration) {
    return format(duration.toNanos());
  }

  /// Formats a duration so that [#parse] can read it.
  ///
  /// @throws IllegalArgumentException if the duration is negative
  public static String format(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("a negative duration: " + nanos + " ns");
    }
    StringBuilder text = new StringBuilder();
    long left = nanos;
    for (Unit unit : Unit.values()) {
      if (left >= unit.nanos) {
        text.append(left / unit.nanos).append(unit.text);
        left %= unit.nanos;
      }
    }
    return text.isEmpty() ? "0s" : text.toString();
  }
}
