package dev.takt.load.journey;

import java.io.Serial;

/// A file of users that cannot be read. The message begins with the file, and with line and column
/// where there are any.
public final class UserFileException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  UserFileException(String place, String message) {
    super(place + ": " + message);
  }
}
