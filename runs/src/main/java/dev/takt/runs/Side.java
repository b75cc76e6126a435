package dev.takt.runs;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// Whose time was lost.
public enum Side {
  /// The system under test.
  TARGET,
  /// Takt itself.
  GENERATOR,
  /// The machine that both, or one of them, run on.
  HOST;

  /// As it is written in JSON.
  @JsonValue
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
