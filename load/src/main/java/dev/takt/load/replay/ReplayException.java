package dev.takt.load.replay;

import java.io.Serial;

/// A log cannot be replayed; the message is for the user.
public final class ReplayException extends Exception {

  @Serial private static final long serialVersionUID = 1;

  ReplayException(String message) {
    super(message);
  }
}
