package dev.takt.load.journey;

import java.io.Serial;

/// An answer does not hold what a step reads from it. The message is part of a failure's label, so
/// it does not contain what differs from answer to answer.
final class AnswerException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  AnswerException(String message) {
    super(message, null, false, false);
  }

  /// The message.
  String reason() {
    return String.valueOf(getMessage());
  }
}
