package dev.takt.fleet.protocol;

/// Bytes that are not a message.
public final class MalformedMessageException extends Exception {

  private static final long serialVersionUID = 1L;

  MalformedMessageException(String reason) {
    super("not a message: " + reason);
  }
}
