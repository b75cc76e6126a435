package dev.takt.load.replay;

import dev.takt.load.schedule.Durations;
import dev.takt.load.schedule.ScheduleException;
import java.nio.charset.StandardCharsets;

/// A moment of a log: a time, or a time after its first request.
public sealed interface LogMoment {

  /// Parses a duration, or a time with its offset from UTC, as in ISO 8601 or in an access log.
  ///
  /// @throws ScheduleException if it is neither
  static LogMoment parse(String text) {
    byte[] bytes = text.strip().getBytes(StandardCharsets.UTF_8);
    LogTime time = new LogTime();
    if (time.parse(bytes, 0, bytes.length) && time.hasZone()) {
      return new At(time.nanos(), text.strip());
    }
    try {
      return new After(Durations.parseNanos(text));
    } catch (ScheduleException e) {
      throw new ScheduleException(
          "expected a time after the first request, such as 10m, or one with its offset from UTC,"
              + " such as 2027-03-01T10:00:00Z; found \""
              + text
              + "\"",
          e);
    }
  }

  /// Nanoseconds since 1970.
  ///
  /// @param first those of the first request
  long nanos(long first);

  /// A time after the first request.
  record After(long length) implements LogMoment {
    @Override
    public long nanos(long first) {
      return first + length;
    }

    @Override
    public String toString() {
      return Durations.format(length);
    }
  }

  /// A time.
  ///
  /// @param epochNanos nanoseconds since 1970
  /// @param text as it was written
  record At(long epochNanos, String text) implements LogMoment {
    @Override
    public long nanos(long first) {
      return epochNanos;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
