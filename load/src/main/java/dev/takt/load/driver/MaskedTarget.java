package dev.takt.load.driver;

import dev.takt.load.text.SecretNames;
import java.util.Objects;
import java.util.regex.Pattern;

/// Targets in the form in which they may be shown and stored: without passwords.
public final class MaskedTarget {

  /// What is written instead of a password.
  public static final String MASK = SecretNames.MASK;

  private static final Pattern USER_INFO = Pattern.compile("(?<=//)([^/?#@:]*:)?[^/?#\\s]*@");

  /// `jdbc:oracle:thin:USER/PASSWORD@…`
  private static final Pattern ORACLE =
      Pattern.compile("(?i)(?<=jdbc:oracle:)(\\w+:[^/@]*/)[^@]*@");

  private static final Pattern PARAMETER =
      Pattern.compile(
          "(?i)(?<=[?&;(])([\\w.-]*(?:passw(?:or)?d|passphrase|pwd|secret|token|signature|api[_-]?key))"
              + "=[^&;)#\\s]*");

  private MaskedTarget() {}

  /// A target, or any other text, with a mask for the password of each URL in it. A user without a
  /// password may be a token, and is masked too.
  public static String of(String target) {
    String withoutOracle = ORACLE.matcher(target).replaceAll("$1" + MASK + "@");
    String withoutUser =
        USER_INFO
            .matcher(withoutOracle)
            .replaceAll(access -> Objects.requireNonNullElse(access.group(1), "") + MASK + "@");
    return PARAMETER.matcher(withoutUser).replaceAll("$1=" + MASK);
  }

  /// A target that cannot be parsed. Everything before its last `@` is masked, because a password
  /// that contains a slash would not be recognised as one.
  public static String ofUnknown(String target) {
    int begin = target.indexOf("//");
    int at = target.lastIndexOf('@');
    return begin < 0 || at < begin
        ? of(target)
        : target.substring(0, begin + 2) + MASK + target.substring(at);
  }
}
