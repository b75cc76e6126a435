package dev.takt.load.text;

import java.util.regex.Pattern;

/// What is a secret by its name, and must not be shown.
public final class SecretNames {

  /// What is shown instead of a secret.
  public static final String MASK = "***";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(?:passw|passphrase|pwd|secret|credential|token|jwt|session|sessid|signature|cookie"
              + "|authorization|(?:access|primary|master|private|api)[._-]?key).*"
              + "|(?:.*[._-])?(?:pass|pin|otp|sid|sig)");

  private SecretNames() {}

  /// Whether the value of a header, a member of JSON, a parameter or a variable of this name is a
  /// secret.
  public static boolean isSecret(String name) {
    return SECRET.matcher(name).matches();
  }
}
