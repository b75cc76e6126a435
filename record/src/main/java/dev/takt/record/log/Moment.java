package dev.takt.record.log;

import dev.takt.record.histogram.MalformedException;
import dev.takt.record.text.Times;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;

/// A moment at which a window begins or ends: relative to the logs' start, or a point in time.
///
/// @param nanos in nanoseconds since the start, or since 1970-01-01T00:00:00Z
/// @param absolute whether it is a point in time
public record Moment(long nanos, boolean absolute) {

  private static final BigDecimal MILLISECONDS_OF_TODAY = BigDecimal.valueOf(100_000_000_000L);

  /// Parses seconds since the start (`12.5`), seconds since 1970 (`1735689600`, or any number
  /// greater than the seconds of a year), or ISO-8601 (`2025-01-01T00:00:05Z`,
  /// `2025-01-01T00:00:05`, `2025-01-01`; UTC if there is no offset).
  ///
  /// @throws IllegalArgumentException if it is none of these
  public static Moment parse(String text) {
    try {
      return text.matches("-?[\\d.]+([eE]\\+?\\d)?") ? ofSeconds(text) : ofIso(text);
    } catch (MalformedException
        | DateTimeException
        | ArithmeticException
        | NumberFormatException e) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "expected seconds or a time such as 2025-01-01T00:00:05Z, found '%s': %s",
              text,
              e.getMessage()),
          e);
    }
  }

  private static Moment ofSeconds(String text) throws MalformedException {
    if (new BigDecimal(text).compareTo(MILLISECONDS_OF_TODAY) >= 0) {
      throw new MalformedException("too great for seconds; are these milliseconds?");
    }
    long nanos = Times.nanosOf("time", text);
    return new Moment(nanos, nanos >= Times.A_YEAR);
  }

  private static Moment ofIso(String text) {
    Instant instant;
    if (text.length() == "2025-01-01".length()) {
      instant = LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    } else if (text.matches(".*(Z|[+-]\\d\\d(:?\\d\\d)?)$") && text.contains("T")) {
      instant = OffsetDateTime.parse(text).toInstant();
    } else {
      instant = LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    }
    long nanos =
        Math.addExact(
            Math.multiplyExact(instant.getEpochSecond(), Times.NANOS_PER_SECOND),
            instant.getNano());
    return new Moment(nanos, true);
  }

  /// The point in time, in nanoseconds, for logs that start at `start`.
  public long at(long start) {
    return absolute ? nanos : Math.addExact(start, nanos);
  }
}
