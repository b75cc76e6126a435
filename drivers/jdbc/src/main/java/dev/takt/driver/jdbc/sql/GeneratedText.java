package dev.takt.driver.jdbc.sql;

import dev.takt.load.workload.Generator;
import java.util.List;

/// Text with generated values.
///
/// @param texts the text before, between and after the values: one more than there are values
/// @param generators of the values
record GeneratedText(List<String> texts, List<Generator> generators) {

  /// Marks a value: a code point that is not a character, so text cannot contain it.
  static final String MARKER = "\uFFFF";

  /// The text before, between and after the markers.
  static List<String> cut(String marked) {
    return List.of(marked.split(MARKER, -1));
  }

  /// The text of operation `n`.
  String text(long seed, long n) {
    StringBuilder text = new StringBuilder(texts.getFirst());
    for (int i = 0; i < generators.size(); i++) {
      text.append(generators.get(i).text(seed, n)).append(texts.get(i + 1));
    }
    return text.toString();
  }
}
