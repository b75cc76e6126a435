package dev.takt.load.text;

import java.util.regex.Pattern;

/// What is a secret by its name, and must not be shown.
public final class SecretNames {

  /// What is shown instead of a secret.
  public static final String MASK = "***";

  /// Passwords and keys, wherever they stand in a name.
  private static final String KEYS =
      "passw|passphrase|pwd|secret|credential|token"
          + "|(?:access|primary|master|private|api|subscription|functions)[._-]?key";

  private static final String SESSIONS = "jwt|session|sessid|signature";

  private static final Pattern KEY = Pattern.compile("(?i).*(?:" + KEYS + ").*");

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(?:"
              + KEYS
              + "|"
              + SESSIONS
              + "|cookie|authorization).*|(?:.*[._-])?(?:pass|pin|otp|sid|sig)");

  private static final Pattern HEADER =
      Pattern.compile(
          "(?i)(?:proxy-)?authorization|(?:set-)?cookie2?|(?:proxy-)?authentication-info"
              + "|.*(?:"
              + KEYS
              + "|"
              + SESSIONS
              + ").*|(?:.*-)?auth(?:-.*)?");

  private SecretNames() {}

  /// Whether the value of a header, a member of JSON, a parameter or a variable of this name is a
  /// secret.
  public static boolean isSecret(String name) {
    return SECRET.matcher(name).matches();
  }

  /// Whether the value of a header of this name is a credential.
  public static boolean isSecretHeader(String name) {
    return HEADER.matcher(name).matches();
  }

  /// Whether a setting of this name is a password or a key. Names such as `cookie` are those of
  /// settings, too.
  public static boolean isKey(String name) {
    return KEY.matcher(name).matches();
  }
}
