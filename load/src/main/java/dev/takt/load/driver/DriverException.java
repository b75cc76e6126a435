package dev.takt.load.driver;

import java.io.Serial;

/// The target cannot be driven. The message says what the user can do about it.
public final class DriverException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates it with a message: what was wrong, where, and what to do.
  public DriverException(String message) {
    super(message);
  }

  /// Creates it with a message and the cause: what was wrong, where, and what to do.
  public DriverException(String message, Throwable cause) {
    super(message, cause);
  }
}
