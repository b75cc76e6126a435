package dev.takt.watch.truth;

/// A fault that cannot be made on this machine.
public final class NotPossibleException extends Exception {

  private static final long serialVersionUID = 1;

  NotPossibleException(String why) {
    super(why);
  }

  /// For people.
  public String why() {
    return String.valueOf(getMessage());
  }
}
