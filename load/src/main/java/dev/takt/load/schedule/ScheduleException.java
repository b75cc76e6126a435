package dev.takt.load.schedule;

import java.io.Serial;

/// A rate, a duration, a schedule or a trace that cannot be used. The message is for the user: what
/// was found, where, and what was expected.
public final class ScheduleException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates it with a message: what was found, where, and what was expected.
  public ScheduleException(String message) {
    super(message);
  }

  /// Creates it with a message and the cause: what was found, where, and what was expected.
  public ScheduleException(String message, Throwable cause) {
    super(message, cause);
  }
}
