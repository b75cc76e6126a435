package dev.takt.record.log.parse;

import dev.takt.record.text.Truncated;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A comment that states the units of a log's columns, as NoSQLBench writes it: `#UNITS:
/// StartTimestamp = seconds since StartTime; Interval_Length = seconds, values in the histogram =
/// nanoseconds`.
///
/// @param start the unit of the first column, if stated
/// @param length the unit of the second column, if stated
/// @param values the unit of the histograms' values in words, if stated
record UnitsComment(@Nullable TimeUnit start, @Nullable TimeUnit length, @Nullable String values) {

  private static final Pattern COMMENT = Pattern.compile("(?is)#\\s*\\[?\\s*units?\\s*:(.*)");
  private static final Pattern CLAUSE = Pattern.compile("([^=;,]+)[=:]\\s*([\\p{L}]+)");

  /// Parses a comment; null if it states no units.
  static @Nullable UnitsComment of(String comment) {
    Matcher matcher = COMMENT.matcher(comment);
    if (!matcher.matches()) {
      return null;
    }
    TimeUnit start = null;
    TimeUnit length = null;
    String values = null;
    Matcher clauses = CLAUSE.matcher(matcher.group(1));
    while (clauses.find()) {
      String what = clauses.group(1).toLowerCase(Locale.ROOT);
      String unit = clauses.group(2);
      if (what.contains("max")) {
        continue; // the column of maxima is not used
      }
      if (what.contains("start")) {
        start = timeUnit(unit);
      } else if (what.contains("length")) {
        length = timeUnit(unit);
      } else if (what.contains("value") || what.contains("histogram")) {
        values = Truncated.of(unit);
      }
    }
    return start == null && length == null && values == null
        ? null
        : new UnitsComment(start, length, values);
  }

  private static @Nullable TimeUnit timeUnit(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "s", "sec", "secs", "second", "seconds" -> TimeUnit.SECONDS;
      case "ms", "msec", "millis", "millisecond", "milliseconds" -> TimeUnit.MILLISECONDS;
      case "us", "usec", "µs", "μs", "micros", "microsecond", "microseconds" ->
          TimeUnit.MICROSECONDS;
      case "ns", "nsec", "nanos", "nanosecond", "nanoseconds" -> TimeUnit.NANOSECONDS;
      default -> null;
    };
  }
}
