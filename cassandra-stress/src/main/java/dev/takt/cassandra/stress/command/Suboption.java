package dev.takt.cassandra.stress.command;

import java.util.Locale;

/// A suboption of a group or of a command.
///
/// @param name with the sign that ends it, such as `n=`, `err<` or `ratio(`; without one it is a
///   flag; an empty name stands for every word that is not another suboption
/// @param effect what Takt does with it
/// @param reason why it has no effect or is refused
record Suboption<T>(String name, ValueForm<T> form, Effect effect, String reason) {

  enum Effect {
    WORKS,
    WITHOUT_EFFECT,
    REFUSED
  }

  static Suboption<String> flag(String name) {
    return option(name, ValueForm.FLAG);
  }

  static <T> Suboption<T> option(String name, ValueForm<T> form) {
    return new Suboption<>(name, form, Effect.WORKS, "");
  }

  Suboption<T> withoutEffect(String why) {
    return new Suboption<>(name, form, Effect.WITHOUT_EFFECT, why);
  }

  Suboption<T> refused(String why) {
    return new Suboption<>(name, form, Effect.REFUSED, why);
  }

  boolean matches(String word) {
    boolean isWhole = !name.isEmpty() && "=<>(".indexOf(name.charAt(name.length() - 1)) < 0;
    String folded = word.toLowerCase(Locale.ROOT);
    return isWhole
        ? folded.equals(name.toLowerCase(Locale.ROOT))
        : folded.startsWith(name.toLowerCase(Locale.ROOT));
  }
}
