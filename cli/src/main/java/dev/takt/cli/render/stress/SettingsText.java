package dev.takt.cli.render.stress;

import java.util.Optional;

/// The settings as text: groups of names and values.
final class SettingsText {

  private final StringBuilder text =
      new StringBuilder("******************** Stress Settings ********************\n");

  void group(String name) {
    text.append(name).append(":\n");
  }

  void line(String name, Object value) {
    text.append("  ").append(name).append(": ").append(value).append('\n');
  }

  void lineIfPresent(String name, Optional<?> value) {
    value.ifPresent(present -> line(name, present));
  }

  void lineOrNull(String name, Optional<?> value) {
    line(name, orNull(value));
  }

  /// A line that has no name.
  void line(String values) {
    text.append("  ").append(values).append('\n');
  }

  static String orNull(Optional<?> value) {
    return value.map(Object::toString).orElse("null");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
