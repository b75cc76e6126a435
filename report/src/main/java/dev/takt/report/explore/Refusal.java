package dev.takt.report.explore;

/// An HTTP error response to a request.
final class Refusal extends Exception {

  private static final long serialVersionUID = 1;

  private final int status;

  /// @param status the HTTP status
  /// @param sentence what was wrong, for people
  Refusal(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  int status() {
    return status;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
