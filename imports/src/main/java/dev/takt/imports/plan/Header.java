package dev.takt.imports.plan;

import java.util.Locale;

/// A header of a request.
///
/// @param value a template
public record Header(String name, String value) {

  /// Whether this is its name, in any case.
  public boolean is(String other) {
    return name.strip().toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
  }
}
