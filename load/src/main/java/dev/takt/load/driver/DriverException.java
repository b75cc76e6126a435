package dev.takt.load.driver;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// The target cannot be driven. The message says what the user can do about it.
public final class DriverException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final boolean isDefinite;

  /// Creates it with a message: what was wrong, where, and what to do.
  public DriverException(String message) {
    this(message, null, false);
  }

  /// Creates it with a message and the cause: what was wrong, where, and what to do.
  public DriverException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private DriverException(String message, @Nullable Throwable cause, boolean isDefinite) {
    super(message, cause);
    this.isDefinite = isDefinite;
  }

  /// Creates it for a target that has answered, and would answer the same later.
  public static DriverException definite(String message, @Nullable Throwable cause) {
    return new DriverException(message, cause, true);
  }

  /// Whether trying again is useless.
  public boolean isDefinite() {
    return isDefinite;
  }
}
