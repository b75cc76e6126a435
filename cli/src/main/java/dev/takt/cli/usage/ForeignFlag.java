package dev.takt.cli.usage;

import dev.takt.load.driver.MaskedTarget;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// A flag of another tool.
///
/// @param value the next argument is the flag's value if it matches
/// @param placeholder shown instead of a missing value
/// @param answer maps the value to a clause, such as `use --connections 16`
record ForeignFlag(Pattern value, String placeholder, UnaryOperator<String> answer) {

  private static final Set<String> SECRET = Set.of("-u", "-a", "--basic-auth", "--user-password");

  String answer(String given) {
    return answer.apply(given.isEmpty() ? placeholder : given);
  }

  /// A value that is safe to print: without a password.
  static String shown(String flag, String value) {
    int colon = value.indexOf(':');
    return SECRET.contains(flag) && colon >= 0
        ? value.substring(0, colon) + ":" + MaskedTarget.MASK
        : quoted(value);
  }

  static String quoted(String text) {
    return text.matches("[\\w./:=@%+,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
