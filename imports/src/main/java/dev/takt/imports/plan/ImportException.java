package dev.takt.imports.plan;

import java.io.Serial;

/// Nothing can be imported; the message is for the user.
public final class ImportException extends Exception {

  @Serial private static final long serialVersionUID = 1;

  /// @param message where, what, and what to do
  public ImportException(String message) {
    super(message);
  }
}
