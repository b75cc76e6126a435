package dev.takt.load.driver;

import java.io.Serial;

/// A target that cannot be driven, said so that a person knows what to do about it.
public final class DriverException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /// With what was wrong, where, and what to do.
  public DriverException(String message) {
    super(message);
  }

  /// With what was wrong, where, and what to do, and what caused it.
  public DriverException(String message, Throwable cause) {
    super(message, cause);
  }
}
