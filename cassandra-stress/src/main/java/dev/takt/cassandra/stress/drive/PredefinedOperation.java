package dev.takt.cassandra.stress.drive;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The operations of the predefined commands.
enum PredefinedOperation {
  WRITE,
  READ,
  COUNTER_WRITE,
  COUNTER_READ;

  static Optional<PredefinedOperation> of(String name) {
    return Stream.of(values()).filter(each -> each.toString().equals(name)).findFirst();
  }

  boolean writes() {
    return this == WRITE || this == COUNTER_WRITE;
  }

  boolean isOfCounters() {
    return this == COUNTER_WRITE || this == COUNTER_READ;
  }

  /// Its name as a command, and in plans.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
