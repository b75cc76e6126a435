package dev.takt.watch.truth;

/// A fault that cannot be made on this machine.
final class NotPossibleException extends Exception {

  private static final long serialVersionUID = 1;

  NotPossibleException(String why) {
    super(why);
  }

  /// For people.
  String why() {
    return String.valueOf(getMessage());
  }
}
