package dev.takt.report.explore;

/// An HTTP error response to a request.
final class HttpError extends Exception {

  private static final long serialVersionUID = 1;

  private final int status;

  /// @param status the HTTP status
  /// @param sentence what was wrong, for people
  HttpError(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  int status() {
    return status;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
