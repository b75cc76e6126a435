package dev.takt.load.schedule;

import java.io.Serial;

/// A rate, a duration, a schedule or a trace that cannot be used. The message is for people: what
/// was found, where, and what was expected.
public final class ScheduleException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /// With what was found, where, and what was expected.
  public ScheduleException(String message) {
    super(message);
  }

  /// With what was found, where, and what was expected, and what caused it.
  public ScheduleException(String message, Throwable cause) {
    super(message, cause);
  }
}
