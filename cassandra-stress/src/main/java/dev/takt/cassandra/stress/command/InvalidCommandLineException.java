package dev.takt.cassandra.stress.command;

/// A command line that is not valid, or that Takt refuses. The message names the group and the
/// suboption, and what was expected.
public final class InvalidCommandLineException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  /// @param message for the user
  public InvalidCommandLineException(String message) {
    super(message);
  }
}
