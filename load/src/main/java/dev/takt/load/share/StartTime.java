package dev.takt.load.share;

import dev.takt.load.schedule.ScheduleException;
import dev.takt.record.ClockAnchor;
import dev.takt.runs.text.EnglishText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/// The moment at which a schedule is to begin, for generators that begin together.
///
/// @param text as it was given
/// @param monotonic whether it is a reading of the machine's monotonic clock, which no change of
///   the wall clock moves
/// @param nanos the moment on the monotonic clock, or since 1970-01-01T00:00:00Z
public record StartTime(String text, boolean monotonic, long nanos) {

  /// A start that comes on standard input once the run is ready.
  public static final StartTime ON_INPUT = new StartTime("-", false, 0);

  private static final String MONOTONIC = "monotonic:";

  /// Parses a time of day with its date and offset from UTC, such as `2027-03-01T10:00:00Z`, or
  /// `monotonic:` and a reading of [System#nanoTime] on this machine (Linux: `CLOCK_MONOTONIC`), or
  /// `-` for [#ON_INPUT].
  ///
  /// @throws ScheduleException if it is none of these
  public static StartTime parse(String text) {
    String given = text.strip();
    if (given.equals(ON_INPUT.text)) {
      return ON_INPUT;
    }
    try {
      return given.startsWith(MONOTONIC)
          ? new StartTime(given, true, Long.parseLong(given.substring(MONOTONIC.length())))
          : new StartTime(given, false, nanosSince1970(OffsetDateTime.parse(given).toInstant()));
    } catch (DateTimeException | ArithmeticException | NumberFormatException _) {
      throw new ScheduleException(
          EnglishText.format(
              "expected a time with its offset from UTC, such as 2027-03-01T10:00:00Z, found '%s'",
              text));
    }
  }

  private static long nanosSince1970(Instant time) {
    if (time.isBefore(Instant.EPOCH)) {
      throw new ArithmeticException("no run starts before 1970");
    }
    return ChronoUnit.NANOS.between(Instant.EPOCH, time);
  }

  /// The moment on the monotonic clock of this JVM.
  ///
  /// @param now the relation of the clocks
  public long nanoTime(ClockAnchor now) {
    return monotonic ? nanos : now.nanoTime() + (nanos - now.epochNanos());
  }

  /// Whether it is [#ON_INPUT].
  public boolean isOnInput() {
    return equals(ON_INPUT);
  }

  @Override
  public String toString() {
    return text;
  }
}
