package dev.takt.load.engine;

import java.util.Locale;

/// What is timed of each operation.
public enum Measure {
  /// End minus intended start: what a user waited.
  RESPONSE,
  /// End minus start: what the target took.
  SERVICE,
  /// Start minus intended start.
  WAIT,
  /// The part of the wait that is the generator's own fault.
  LATENESS;

  /// As it is written in rules and reports.
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
