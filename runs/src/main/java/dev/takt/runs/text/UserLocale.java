package dev.takt.runs.text;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The user's locale. The launcher sets a UTF-8 locale for Takt's own JVM if the user has none, so
/// that file names and arguments are read as UTF-8. Programs that Takt starts for the user get the
/// user's locale.
public final class UserLocale {

  /// The variable that the launcher sets. It saves the original value.
  private static final String SET = "LC_ALL";

  /// `=VALUE` if [#SET] had this value, empty if it was not set. Not set if the launcher changed
  /// nothing.
  private static final String ORIGINAL = "TAKT_LC_ALL";

  private UserLocale() {}

  /// The variables that a program started for the user needs instead of those of this process; null
  /// means not set.
  public static Map<String, @Nullable String> variables() {
    return variables(System.getenv(ORIGINAL));
  }

  static Map<String, @Nullable String> variables(@Nullable String original) {
    Map<String, @Nullable String> variables = new HashMap<>();
    if (original != null) {
      variables.put(ORIGINAL, null);
      variables.put(SET, original.startsWith("=") ? original.substring(1) : null);
    }
    return variables;
  }
}
