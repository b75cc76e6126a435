package dev.takt.cli.once;

import dev.takt.load.driver.MaskedTarget;
import dev.takt.load.text.SecretMembers;
import dev.takt.load.text.SecretNames;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Masks secrets in what a person sees of requests and answers: members of JSON and parameters with
/// a name such as `password`, and, wherever they stand, the values of variables with such a name
/// and of cookies that were extracted. Values of less than [#MIN_CHARS] characters are masked by
/// their names only: such a text stands in many places.
final class SecretValues {

  /// The shortest value that is masked wherever it stands.
  static final int MIN_CHARS = 4;

  private static final String MASK = MaskedTarget.MASK;

  private static final Pattern PARAMETER =
      Pattern.compile("(?<![^?&;\\s\"'])([\\w.%-]{1,100})=([^&;\\s\"'<>]+)");

  /// The longer ones first, because they can have others in them.
  private final TreeSet<String> values =
      new TreeSet<>(
          Comparator.comparingInt(String::length)
              .reversed()
              .thenComparing(Comparator.naturalOrder()));

  /// Masks this value from now on.
  void learn(String value) {
    if (value.length() >= MIN_CHARS) {
      values.add(value);
      String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
      values.add(encoded);
      values.add(encoded.replace("*", "%2A").replace("%7E", "~")); // as RFC 3986 has it
      String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"");
      values.add(escaped);
      values.add(escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t"));
      values.add(value.replace('-', '+').replace('_', '/')); // Base64, as messages of gRPC show it
    }
  }

  String masked(String text) {
    String masked = SecretMembers.replace(text, (_, _) -> '"' + MASK + '"');
    masked = PARAMETER.matcher(masked).replaceAll(SecretValues::parameter);
    for (String each : values) {
      masked = masked.replace(each, MASK);
    }
    return masked;
  }

  private static String parameter(MatchResult match) {
    return Matcher.quoteReplacement(
        SecretNames.isSecret(match.group(1)) ? match.group(1) + "=" + MASK : match.group());
  }
}
