package dev.takt.report.explore;

/// A request that is not answered as it was asked.
final class Refusal extends Exception {

  private static final long serialVersionUID = 1;

  private final int status;

  /// @param status of HTTP
  /// @param sentence says to people what was wrong
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
