package dev.takt.driver.cql.type;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Takes literals of collections apart.
final class LiteralParts {

  private LiteralParts() {}

  /// The texts between the brackets, separated by commas outside of quotes and brackets.
  static List<String> of(String text, char open, char close) {
    if (text.length() < 2 || text.charAt(0) != open || text.charAt(text.length() - 1) != close) {
      throw new IllegalArgumentException("expected " + open + " … " + close);
    }
    return split(text.substring(1, text.length() - 1), ',');
  }

  /// The entries of a map, or the fields of a user-defined type.
  static List<Map.Entry<String, String>> entries(String text) {
    return of(text, '{', '}').stream()
        .map(each -> {
          List<String> pair = split(each, ':');
          if (pair.size() != 2) {
            throw new IllegalArgumentException("expected KEY: VALUE");
          }
          return Map.entry(pair.get(0), pair.get(1));
        })
        .toList();
  }

  /// A string without its quotes; another text as it is.
  static String unquoted(String text) {
    return text.length() >= 2 && text.startsWith("'") && text.endsWith("'")
        ? text.substring(1, text.length() - 1).replace("''", "'")
        : text;
  }

  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    int depth = 0;
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'') {
        isQuoted = !isQuoted;
      } else if (!isQuoted && "[{(".indexOf(c) >= 0) {
        depth++;
      } else if (!isQuoted && "]})".indexOf(c) >= 0) {
        depth--;
      } else if (!isQuoted && depth == 0 && c == separator) {
        parts.add(text.substring(from, i).strip());
        from = i + 1;
      }
    }
    if (isQuoted || depth != 0) {
      throw new IllegalArgumentException("a quote or bracket is not closed");
    }
    String last = text.substring(from).strip();
    if (!parts.isEmpty() || !last.isEmpty()) {
      parts.add(last);
    }
    return parts;
  }
}
