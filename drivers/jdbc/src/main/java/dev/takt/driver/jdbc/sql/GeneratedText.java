package dev.takt.driver.jdbc.sql;

import java.util.List;
import java.util.stream.Collectors;

/// Text with values in it.
///
/// @param texts the text before, between and after the values: one more than there are values
record GeneratedText(List<String> texts, List<SqlValue> values) {

  /// Marks a value: a code point that is not a character, so text cannot contain it.
  static final String MARKER = "\uFFFF";

  private static final byte[][] NO_USER = {};

  /// The text before, between and after the markers.
  static List<String> cut(String marked) {
    return List.of(marked.split(MARKER, -1));
  }

  /// The text of operation `n`, which is no step of a user.
  String text(long seed, long n) {
    return text(seed, n, NO_USER);
  }

  /// The text of operation `n`.
  String text(long seed, long n, byte[][] user) {
    StringBuilder text = new StringBuilder(texts.getFirst());
    for (int i = 0; i < values.size(); i++) {
      text.append(values.get(i).text(seed, n, user)).append(texts.get(i + 1));
    }
    return text.toString();
  }

  /// The names of its values.
  String names() {
    return values.stream()
        .map(SqlValue::name)
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining("+"));
  }
}
