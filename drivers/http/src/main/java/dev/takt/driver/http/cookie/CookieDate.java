package dev.takt.driver.http.cookie;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Parses the dates of cookies by the algorithm of RFC 6265, section 5.1.1: the parts may be in any
/// order, the time zone is always UTC, and a year may have two digits.
final class CookieDate {

  /// The characters between the parts.
  private static final Pattern DELIMITERS =
      Pattern.compile("[\\x09\\x20-\\x2F\\x3B-\\x40\\x5B-\\x60\\x7B-\\x7E]+");

  private static final Pattern TIME =
      Pattern.compile("(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\D.*)?", Pattern.DOTALL);
  private static final Pattern DAY = Pattern.compile("(\\d{1,2})(?:\\D.*)?", Pattern.DOTALL);
  private static final Pattern YEAR = Pattern.compile("(\\d{2,4})(?:\\D.*)?", Pattern.DOTALL);
  private static final String MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec";

  /// The earliest year that the algorithm accepts.
  private static final int MIN_YEAR = 1601;

  private @Nullable Matcher time;
  private int day;
  private int month;
  private int year = -1;

  private CookieDate() {}

  /// The seconds of a date since 1970; null if it is none.
  static @Nullable Long epochSeconds(String text) {
    CookieDate date = new CookieDate();
    for (String part : DELIMITERS.split(text, -1)) {
      date.add(part);
    }
    return date.epochSeconds();
  }

  /// Each part is what is still missing, in this order.
  private void add(String part) {
    Matcher clock = TIME.matcher(part);
    Matcher digits = DAY.matcher(part);
    Matcher years = YEAR.matcher(part);
    if (time == null && clock.matches()) {
      time = clock;
    } else if (day == 0 && digits.matches()) {
      day = Integer.parseInt(digits.group(1));
    } else if (month == 0 && monthOf(part) > 0) {
      month = monthOf(part);
    } else if (year < 0 && years.matches()) {
      year = fullYear(Integer.parseInt(years.group(1)));
    }
  }

  private static int monthOf(String part) {
    if (part.length() < 3) {
      return 0;
    }
    int at = MONTHS.indexOf(part.substring(0, 3).toLowerCase(Locale.ROOT));
    return at < 0 || at % 4 != 0 ? 0 : at / 4 + 1;
  }

  private static int fullYear(int year) {
    if (year >= 100) {
      return year;
    }
    return year < 70 ? 2000 + year : 1900 + year;
  }

  private @Nullable Long epochSeconds() {
    Matcher clock = time;
    if (clock == null || day == 0 || month == 0 || year < MIN_YEAR) {
      return null;
    }
    try {
      return LocalDateTime.of(
              year, month, day, number(clock, 1), number(clock, 2), number(clock, 3))
          .toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException _) {
      return null;
    }
  }

  private static int number(Matcher clock, int group) {
    return Integer.parseInt(clock.group(group));
  }
}
