package dev.takt.watch.jvm;

import org.jspecify.annotations.Nullable;

/// A line of a unified log with the decorators `timenanos,uptimenanos,level,tags`.
///
/// @param nanoTime when it was written, on the machine's monotonic clock
/// @param uptimeNanos the same, since the JVM's start
/// @param tags the tags, joined by commas
/// @param text the message
record LogLine(long nanoTime, long uptimeNanos, String level, String tags, String text) {

  /// The decorators, in the syntax of `VM.log` and `-Xlog`.
  static final String DECORATORS = "timenanos,uptimenanos,level,tags";

  /// Parses a line; null if it has other decorators or is truncated.
  static @Nullable LogLine parse(String line) {
    int time = decoration(line, 0);
    int uptime = decoration(line, time);
    int level = decoration(line, uptime);
    int tags = decoration(line, level);
    if (tags < 0) {
      return null;
    }
    long nanoTime = nanos(line, 1, time - 1);
    long uptimeNanos = nanos(line, time + 1, uptime - 1);
    if (nanoTime < 0 || uptimeNanos < 0) {
      return null;
    }
    return new LogLine(
        nanoTime,
        uptimeNanos,
        line.substring(uptime + 1, level - 1).strip(),
        line.substring(level + 1, tags - 1).strip(),
        line.substring(Math.min(line.length(), tags + 1)));
  }

  /// The index after the bracketed decoration that begins at an index; -1 if there is none.
  private static int decoration(String line, int from) {
    if (from < 0 || from >= line.length() || line.charAt(from) != '[') {
      return -1;
    }
    int close = line.indexOf(']', from);
    return close < 0 ? -1 : close + 1;
  }

  private static long nanos(String line, int from, int to) {
    if (to - from < 3 || !line.startsWith("ns", to - 2)) {
      return -1;
    }
    try {
      return Long.parseLong(line, from, to - 2, 10);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
