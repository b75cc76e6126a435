package dev.takt.bench.process;

/// Ends a measurement that has gone wrong. An exception in a handler would be the library's to deal
/// with, and a thread that waits for the handler would wait on.
final class Abort {

  private Abort() {}

  static void unless(boolean fine, Object what) {
    if (!fine) {
      System.err.println("a child ended with " + what);
      Runtime.getRuntime().halt(1);
    }
  }
}
