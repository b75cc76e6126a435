package dev.takt.load.replay;

import java.time.DateTimeException;
import java.time.LocalDate;

/// Parses the times of logs: those of ISO 8601, those of access logs (`31/Jan/2026:12:00:00
/// +0100`), and seconds, milliseconds, microseconds or nanoseconds since 1970. The names of months
/// are English, whatever the locale is. Reused, so that parsing allocates nothing for most lines.
final class LogTime {

  private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
  private static final long SECOND = 1_000_000_000L;

  /// Numbers up to this are seconds; 1000 times as much, milliseconds; and so on.
  private static final long MAX_SECONDS = 100_000_000_000L;

  private static final long FIRST_EPOCH = 1_000_000_000L * SECOND;
  private static final int FIRST_YEAR = 1970;
  private static final int LAST_YEAR = 2200;

  private byte[] text = new byte[0];
  private int at;
  private int end;

  private long nanos;
  private boolean hasFraction;
  private boolean hasZone;

  // The last day, because most times are on the same one.
  private int lastDate = -1;
  private long lastDay;

  /// Nanoseconds since 1970.
  long nanos() {
    return nanos;
  }

  /// Whether the time is more exact than a second.
  boolean hasFraction() {
    return hasFraction;
  }

  /// Whether the time says its offset from UTC, or needs none.
  boolean hasZone() {
    return hasZone;
  }

  /// Parses all bytes from `from` to `to`.
  ///
  /// @return false if they are no time
  boolean parse(byte[] bytes, int from, int to) {
    text = bytes;
    at = from;
    end = to;
    hasFraction = false;
    hasZone = false;
    while (at < end && text[at] == ' ') {
      at++;
    }
    int digits = 0;
    while (at + digits < end && isDigit(text[at + digits])) {
      digits++;
    }
    byte after = at + digits < end ? text[at + digits] : 0;
    if (digits == 4 && after == '-') {
      return iso();
    } else if ((digits == 2 || digits == 1) && after == '/') {
      return common(digits);
    }
    return digits > 0 && epoch();
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private int peek() {
    return at < end ? text[at] : -1;
  }

  private boolean skip(char c) {
    boolean isHere = peek() == c;
    at += isHere ? 1 : 0;
    return isHere;
  }

  /// A number of exactly so many digits; -1 if there is none.
  private int number(int digits) {
    if (at + digits > end) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < digits; i++) {
      byte b = text[at + i];
      if (!isDigit(b)) {
        return -1;
      }
      value = 10 * value + b - '0';
    }
    at += digits;
    return value;
  }

  private boolean iso() {
    int year = number(4);
    boolean hasDate = skip('-');
    int month = number(2);
    hasDate &= skip('-');
    int day = number(2);
    if (!hasDate || !(skip('T') || skip('t') || skip(' '))) {
      return false;
    }
    return clock(year, month, day);
  }

  private boolean common(int dayDigits) {
    int day = number(dayDigits);
    boolean hasDate = skip('/');
    int month = month();
    hasDate &= skip('/');
    int year = number(4);
    return hasDate && skip(':') && clock(year, month, day);
  }

  private int month() {
    if (at + 3 > end) {
      return -1;
    }
    for (int i = 0; i < MONTHS.length(); i += 3) {
      if ((text[at] | 32) == MONTHS.charAt(i)
          && (text[at + 1] | 32) == MONTHS.charAt(i + 1)
          && (text[at + 2] | 32) == MONTHS.charAt(i + 2)) {
        at += 3;
        return i / 3 + 1;
      }
    }
    return -1;
  }

  private boolean clock(int year, int month, int day) {
    int hour = number(2);
    boolean isClock = skip(':');
    int minute = number(2);
    isClock &= skip(':');
    int second = number(2);
    if (!isClock || hour < 0 || hour > 23 || minute < 0 || minute > 59) {
      return false;
    }
    if (second < 0 || second > 60 || year < FIRST_YEAR || year > LAST_YEAR) {
      return false;
    }
    long fraction = fraction();
    long offset = offset();
    long days = day(year, month, day);
    if (fraction < 0 || offset == Long.MIN_VALUE || days < 0 || at != end) {
      return false;
    }
    long seconds = days * 86_400 + hour * 3600L + minute * 60L + second - offset;
    nanos = seconds * SECOND + fraction;
    return true;
  }

  /// Days since 1970; -1 if there is no such day.
  private long day(int year, int month, int day) {
    int date = (year * 16 + month) * 64 + day;
    if (date != lastDate) {
      try {
        lastDay = LocalDate.of(year, month, day).toEpochDay();
        lastDate = date;
      } catch (DateTimeException _) {
        return -1;
      }
    }
    return lastDay;
  }

  /// Nanoseconds after a point or a comma; -1 if no digit follows it.
  private long fraction() {
    if (!skip('.') && !skip(',')) {
      return 0;
    }
    long value = 0;
    long unit = SECOND;
    int first = at;
    while (at < end && isDigit(text[at])) {
      unit /= 10;
      value += (text[at] - '0') * unit;
      at++;
    }
    hasFraction = true;
    return at > first ? value : -1;
  }

  /// Seconds east of UTC; 0 if the text ends, and [Long#MIN_VALUE] if it is something else.
  private long offset() {
    while (skip(' ')) {
      // the offset follows
    }
    if (at == end) {
      return 0;
    }
    if (skip('Z') || skip('z')) {
      hasZone = true;
      return 0;
    }
    if (end - at == 3 && text[at] == 'U' && text[at + 1] == 'T' && text[at + 2] == 'C') {
      at = end;
      hasZone = true;
      return 0;
    }
    boolean isWest = peek() == '-';
    if (!skip('+') && !skip('-')) {
      return Long.MIN_VALUE;
    }
    int hours = number(2);
    skip(':');
    int minutes = at == end ? 0 : number(2);
    if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
      return Long.MIN_VALUE;
    }
    hasZone = true;
    long seconds = hours * 3600L + minutes * 60L;
    return isWest ? -seconds : seconds;
  }

  /// A number since 1970, whose size says its unit. One from before 2001 is none: it can be the
  /// number of a process, or a time that forgot its unit.
  private boolean epoch() {
    long whole = 0;
    int digits = 0;
    while (at < end && isDigit(text[at])) {
      if (++digits > 19) {
        return false;
      }
      whole = 10 * whole + text[at] - '0';
      at++;
    }
    long unit = SECOND;
    for (long limit = MAX_SECONDS; unit > 1 && Long.compareUnsigned(whole, limit) > 0; ) {
      unit /= 1000;
      limit = unit > 1 ? limit * 1000 : Long.MAX_VALUE;
    }
    if (whole < 0 || whole > Long.MAX_VALUE / unit) {
      return false;
    }
    hasFraction = unit < SECOND;
    long fraction = fraction();
    hasZone = true;
    nanos = whole * unit + Math.max(0, fraction) * unit / SECOND;
    return fraction >= 0 && at == end && nanos >= FIRST_EPOCH;
  }
}
