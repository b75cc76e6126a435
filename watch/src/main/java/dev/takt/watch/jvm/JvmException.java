package dev.takt.watch.jvm;

import java.io.IOException;

/// A JVM that cannot be asked, or refused. The message is for people and says why.
public final class JvmException extends IOException {

  private static final long serialVersionUID = 1;

  /// With a message for people.
  public JvmException(String message) {
    super(message);
  }

  /// With a message for people and what it was made of.
  public JvmException(String message, Throwable cause) {
    super(message, cause);
  }
}
