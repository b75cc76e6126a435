package dev.takt.driver.grpc.message;

import java.io.IOException;

/// A message is too large to be read.
public final class UnreadableMessageException extends IOException {

  private static final long serialVersionUID = 1;

  /// @param reason a part of a failure's label, without what differs from answer to answer
  public UnreadableMessageException(String reason) {
    super(reason);
  }
}
