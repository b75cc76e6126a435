package dev.takt.load.config.source;

import java.io.Serial;

/// A class of the user's, or its class path, that cannot be used.
public final class UserClassException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  UserClassException(String message) {
    super(message);
  }

  UserClassException(String message, Throwable cause) {
    super(message, cause);
  }
}
