package dev.takt.process;

/// One of the two outputs of a child.
public enum Output {
  /// Standard output, descriptor 1.
  STDOUT,
  /// Standard error, descriptor 2.
  STDERR
}
