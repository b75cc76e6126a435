package dev.takt.record.log;

import dev.takt.record.histogram.MalformedException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/// Times as logs have them: seconds, in decimals. They are read digit by digit and never as a
/// `double`, which would put many a millisecond into the one before.
final class Times {

  static final long NANOS_PER_SECOND = 1_000_000_000L;

  /// Whatever is later than a year after 1970 is a date; before that, a log only counts from 0.
  static final long A_YEAR = 365L * 24 * 3600 * NANOS_PER_SECOND;

  private static final Pattern TIME = Pattern.compile("-?\\d{1,12}(\\.\\d{0,12})?([eE]\\+?\\d)?");
  private static final int MAX_SECONDS_DIGITS = 10;
  private static final int NANOS_DIGITS = 9;

  private Times() {}

  /// The nanoseconds of a plain decimal number of seconds, such as `12.345`, between two positions.
  ///
  /// @return `Long.MIN_VALUE` if it is anything else, which [#nanosOf] may still understand
  static long plain(byte[] text, int from, int to) {
    int at = from;
    long seconds = 0;
    while (at < to && text[at] >= '0' && text[at] <= '9') {
      seconds = seconds * 10 + text[at++] - '0';
    }
    int digits = at - from;
    if (digits == 0 || digits > MAX_SECONDS_DIGITS || at == to || text[at] != '.') {
      return Long.MIN_VALUE;
    }
    int decimals = to - ++at;
    if (decimals == 0 || decimals > NANOS_DIGITS) {
      return Long.MIN_VALUE;
    }
    long fraction = 0;
    while (at < to && text[at] >= '0' && text[at] <= '9') {
      fraction = fraction * 10 + text[at++] - '0';
    }
    if (at < to) {
      return Long.MIN_VALUE;
    }
    for (int i = decimals; i < NANOS_DIGITS; i++) {
      fraction *= 10;
    }
    return seconds > Long.MAX_VALUE / NANOS_PER_SECOND - 1
        ? Long.MIN_VALUE
        : seconds * NANOS_PER_SECOND + fraction;
  }

  /// The nanoseconds of any number of seconds.
  ///
  /// @param what what the time is of, for the message
  static long nanosOf(String what, String text) throws MalformedException {
    return nanos(seconds(what, text));
  }

  static BigDecimal seconds(String what, String text) throws MalformedException {
    if (!TIME.matcher(text).matches()) {
      throw new MalformedException(
          "the " + what + " is no time in seconds: \"" + Excerpt.of(text) + "\"");
    }
    return new BigDecimal(text);
  }

  static long nanos(BigDecimal seconds) throws MalformedException {
    try {
      return seconds
          .scaleByPowerOfTen(NANOS_DIGITS)
          .setScale(0, RoundingMode.HALF_UP)
          .longValueExact();
    } catch (ArithmeticException e) {
      throw new MalformedException("a time of " + seconds + " s is out of range");
    }
  }
}
