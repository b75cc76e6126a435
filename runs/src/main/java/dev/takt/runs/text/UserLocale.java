package dev.takt.runs.text;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The user's locale. The launcher gives Takt's own JVM a UTF-8 locale where the user has none, so
/// that file names and arguments are read as UTF-8. Programs that Takt starts for the user have the
/// user's locale.
public final class UserLocale {

  /// What the launcher sets, and what it keeps the original of.
  private static final String SET = "LC_ALL";

  /// `=VALUE` if [#SET] had this value, empty if it was not set; not set if the launcher did not
  /// change it.
  private static final String ORIGINAL = "TAKT_LC_ALL";

  private UserLocale() {}

  /// The variables that a program of the user's needs instead of those of this process; null stands
  /// for one that is not set.
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
