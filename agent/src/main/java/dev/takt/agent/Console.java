package dev.takt.agent;

import java.io.PrintStream;

/// Tells the application's user what the agent does or cannot do, on standard error.
final class Console {

  private final String name;

  Console(String name) {
    this.name = name;
  }

  /// One line. Whatever standard error has been replaced with, the application is none the worse
  /// for it.
  void say(String text) {
    try {
      PrintStream err = System.err;
      if (err != null) {
        err.println(name + ": " + text);
      }
    } catch (RuntimeException | Error e) {
      // There is nobody to tell.
    }
  }
}
