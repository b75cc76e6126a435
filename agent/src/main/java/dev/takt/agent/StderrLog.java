package dev.takt.agent;

import java.io.PrintStream;

/// Writes the agent's messages to standard error. Thread-safe.
final class StderrLog {

  private final String name;

  StderrLog(String name) {
    this.name = name;
  }

  /// Writes one message. Exceptions of a replaced standard error are dropped, so that the
  /// application is not affected.
  void log(String text) {
    try {
      PrintStream err = System.err;
      if (err != null) {
        err.println(name + ": " + text);
      }
    } catch (RuntimeException | Error e) {
      // It cannot be reported.
    }
  }
}
