package dev.takt.watch.perf;

/// The kernel does not have a feature, or refuses it. The message says what and why, for people.
public final class PerfException extends Exception {

  /// @param message for people
  public PerfException(String message) {
    super(message);
  }
}
