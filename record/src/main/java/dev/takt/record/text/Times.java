package dev.takt.record.text;

import dev.takt.record.histogram.MalformedException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/// Parses the times of logs: decimal seconds. They are read digit by digit and never as a `double`,
/// whose rounding would move many times into the millisecond before.
public final class Times {

  public static final long NANOS_PER_SECOND = 1_000_000_000L;

  /// A time later than one year after 1970 is a date; a smaller one counts from 0.
  public static final long A_YEAR = 365L * 24 * 3600 * NANOS_PER_SECOND;

  private static final Pattern TIME =
      Pattern.compile("-?\\d{1,20}(\\.\\d{0,12})?([eE]\\+?\\d{1,2})?");

  /// The number of digits that fit a `long`.
  private static final int MAX_DIGITS = 19;

  private static final int MILLI_DIGITS = 3;

  /// The number of decimal digits of nanoseconds in a second.
  public static final int NANOS_DIGITS = 9;

  private static final long[] POWERS = {
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, NANOS_PER_SECOND
  };

  private Times() {}

  /// Parses a plain decimal number between two positions, such as `12.345`, as nanoseconds.
  ///
  /// @param digits the power of ten from its unit to nanoseconds: 9 for seconds
  /// @return `Long.MIN_VALUE` for anything else, which [#nanosOf] may still parse
  public static long plain(byte[] text, int from, int to, int digits) {
    int at = from;
    long whole = 0;
    while (at < to && text[at] >= '0' && text[at] <= '9') {
      whole = whole * 10 + text[at++] - '0';
    }
    int wholeDigits = at - from;
    if (wholeDigits == 0 || wholeDigits > MAX_DIGITS - digits || at == to || text[at] != '.') {
      return Long.MIN_VALUE;
    }
    int decimals = to - ++at;
    if (decimals == 0 || decimals > digits) {
      return Long.MIN_VALUE;
    }
    long fraction = 0;
    while (at < to && text[at] >= '0' && text[at] <= '9') {
      fraction = fraction * 10 + text[at++] - '0';
    }
    if (at < to) {
      return Long.MIN_VALUE;
    }
    long unit = POWERS[digits];
    return whole < 0 || whole > Long.MAX_VALUE / unit - 1
        ? Long.MIN_VALUE
        : whole * unit + fraction * POWERS[digits - decimals];
  }

  /// Parses any number of seconds as nanoseconds.
  ///
  /// @param what the name of the time, for the message
  public static long nanosOf(String what, String text) throws MalformedException {
    return nanosOf(what, text, NANOS_DIGITS);
  }

  /// Parses any number as nanoseconds.
  ///
  /// @param digits the power of ten from its unit to nanoseconds: 9 for seconds
  public static long nanosOf(String what, String text, int digits) throws MalformedException {
    return nanos(number(what, text).scaleByPowerOfTen(digits - NANOS_DIGITS));
  }

  public static BigDecimal number(String what, String text) throws MalformedException {
    if (!TIME.matcher(text).matches()) {
      throw new MalformedException(
          "the " + what + " is not a time in seconds: \"" + Truncated.of(text) + "\"");
    }
    return new BigDecimal(text);
  }

  public static long nanos(BigDecimal seconds) throws MalformedException {
    try {
      return seconds
          .scaleByPowerOfTen(NANOS_DIGITS)
          .setScale(0, RoundingMode.HALF_UP)
          .longValueExact();
    } catch (ArithmeticException e) {
      throw new MalformedException("a time of " + seconds + " s is out of range");
    }
  }

  /// Decimal seconds: to the millisecond, with more digits where they are not zero.
  public static String seconds(long nanos) {
    BigDecimal seconds = BigDecimal.valueOf(nanos, NANOS_DIGITS).stripTrailingZeros();
    return seconds.setScale(Math.max(MILLI_DIGITS, seconds.scale())).toPlainString();
  }
}
