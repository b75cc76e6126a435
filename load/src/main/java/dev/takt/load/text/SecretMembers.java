package dev.takt.load.text;

import java.util.function.BinaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds members of JSON whose name is one of a secret. The text can be cut, or have placeholders.
public final class SecretMembers {

  private static final Pattern NAME = Pattern.compile("\"((?:[^\"\\\\]|\\\\.){1,200}+)\"\\s*:\\s*");

  private static final Pattern VALUE =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"?|[^\\s,\\[\\]{}\"]++");

  /// A text, and a colon if it is a name; or a number in an array, with what stands before it.
  private static final Pattern TEXT =
      Pattern.compile(
          "(\"(?:[^\"\\\\]|\\\\.)*+\"?)(\\s*+:)?"
              + "|([\\[,]\\s*+)(-?\\d++(?:\\.\\d++)?(?:[eE][+-]?\\d++)?+)(?=[\\s,\\]]|$)");

  private SecretMembers() {}

  /// Replaces their values: a text, a number or a word, and in an array or an object each text, and
  /// each number in an array.
  ///
  /// @param by of the name, and a value as it stands, a text with its quotes
  public static String replace(String json, BinaryOperator<String> by) {
    return replace(json, by, true);
  }

  /// @param isDeep whether arrays and objects under a secret name are replaced, too
  private static String replace(String json, BinaryOperator<String> by, boolean isDeep) {
    StringBuilder out = new StringBuilder();
    Matcher name = NAME.matcher(json);
    Matcher value = VALUE.matcher(json);
    int at = 0;
    while (at < json.length() && name.find(at)) {
      int from = name.end();
      out.append(json, at, from);
      boolean isSecret = SecretNames.isSecret(name.group(1));
      boolean isScalar = value.region(from, json.length()).lookingAt();
      if (isScalar) {
        at = value.end();
        out.append(isSecret ? by.apply(name.group(1), value.group()) : value.group());
      } else if (isSecret && isDeep) {
        at = end(json, from);
        out.append(nested(json.substring(from, at), name.group(1), by));
      } else {
        at = from;
      }
    }
    return out.append(json, at, json.length()).toString();
  }

  private static String nested(String json, String secret, BinaryOperator<String> by) {
    String texts =
        TEXT.matcher(json).replaceAll(each -> Matcher.quoteReplacement(inNested(each, secret, by)));
    return replace(
        texts, (name, value) -> value.startsWith("\"") ? value : by.apply(name, value), false);
  }

  private static String inNested(MatchResult match, String secret, BinaryOperator<String> by) {
    if (match.group(4) != null) {
      return match.group(3) + by.apply(secret, match.group(4));
    }
    return match.group(2) == null ? by.apply(secret, match.group()) : match.group();
  }

  /// Where an array or an object ends. A doubled brace of a template is one brace.
  private static int end(String json, int from) {
    int depth = 0;
    boolean isText = false;
    for (int i = from; i < json.length(); i++) {
      char c = json.charAt(i);
      if (isText) {
        i += c == '\\' ? 1 : 0;
        isText = c != '"';
      } else if (c == '"') {
        isText = true;
      } else if (c == '[' || c == '{') {
        i += json.startsWith("{{", i) ? 1 : 0;
        depth++;
      } else if ((c == ']' || c == '}') && --depth <= 0) {
        return i + 1;
      }
    }
    return json.length();
  }
}
