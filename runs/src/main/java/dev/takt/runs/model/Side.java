package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// The system that lost the time.
public enum Side {
  /// The system under test.
  TARGET,
  /// Takt itself.
  GENERATOR,
  /// The machine that one or both of them run on.
  HOST;

  /// The name in JSON.
  @JsonValue
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
