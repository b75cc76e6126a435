package dev.takt.faults;

/// A fault cannot be injected on this machine.
public final class NotPossibleException extends Exception {

  private static final long serialVersionUID = 1;

  NotPossibleException(String why) {
    super(why);
  }

  /// The reason, for people.
  public String why() {
    return String.valueOf(getMessage());
  }
}
