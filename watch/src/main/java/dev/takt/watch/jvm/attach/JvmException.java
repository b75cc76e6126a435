package dev.takt.watch.jvm.attach;

import java.io.IOException;

/// Thrown if a JVM cannot be reached, or refuses a command. The message is for people.
public final class JvmException extends IOException {

  private static final long serialVersionUID = 1;

  /// Creates an exception with a message for people.
  public JvmException(String message) {
    super(message);
  }

  /// Creates an exception with a message for people and a cause.
  public JvmException(String message, Throwable cause) {
    super(message, cause);
  }
}
