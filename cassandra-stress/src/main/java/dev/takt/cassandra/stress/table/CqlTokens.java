package dev.takt.cassandra.stress.table;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The words and signs of a statement, without comments. Immutable.
final class CqlTokens {

  private static final Pattern TOKEN =
      Pattern.compile(
          "'(?:[^']|'')*'|\\$\\$.*?\\$\\$|\"(?:[^\"]|\"\")*\"|(?:--|//)[^\\n]*|/\\*.*?\\*/"
              + "|:?[A-Za-z_][A-Za-z0-9_]*|[0-9][A-Za-z0-9.]*|[<>!]=|\\S",
          Pattern.DOTALL);

  private final String text;
  private final List<MatchResult> tokens = new ArrayList<>();

  CqlTokens(String text) {
    this.text = text;
    TOKEN
        .matcher(text)
        .results()
        .filter(each -> !each.group().matches("(?s)(--|//|/\\*).*"))
        .forEach(tokens::add);
  }

  int size() {
    return tokens.size();
  }

  /// A token as it is written; empty if there is none.
  String get(int i) {
    return i >= 0 && i < tokens.size() ? tokens.get(i).group() : "";
  }

  /// Whether a token is a keyword.
  boolean is(int i, String keyword) {
    return get(i).equalsIgnoreCase(keyword);
  }

  /// Whether a token stands for a value that is sent beside the statement.
  boolean isMarker(int i) {
    String token = get(i);
    return token.equals("?") || (token.length() > 1 && token.startsWith(":"));
  }

  /// How many tokens before one are markers.
  int markersBefore(int end) {
    int markers = 0;
    for (int i = 0; i < Math.min(end, tokens.size()); i++) {
      markers += isMarker(i) ? 1 : 0;
    }
    return markers;
  }

  /// The first token that is a keyword, outside of parentheses; the number of tokens if none is.
  int find(String keyword) {
    int depth = 0;
    for (int i = 0; i < tokens.size(); i++) {
      switch (get(i)) {
        case "(", "[", "{" -> depth++;
        case ")", "]", "}" -> depth--;
        default -> {
          if (depth == 0 && is(i, keyword)) {
            return i;
          }
        }
      }
    }
    return tokens.size();
  }

  /// Where a token starts in the text.
  int start(int i) {
    return i < tokens.size() ? tokens.get(i).start() : text.length();
  }

  /// The text from one token up to another.
  String text(int from, int to) {
    return text.substring(start(from), start(to));
  }
}
