package dev.takt.driver.jdbc.sql;

import dev.takt.load.workload.Generator;
import java.util.List;

/// Text with generated values in it.
///
/// @param texts the text before, between and behind the values: one more than these
/// @param generators what makes the values
record GeneratedText(List<String> texts, List<Generator> generators) {

  /// Stands for a value: a code point that is not a character, and that no text may have.
  static final String MARKER = "\uFFFF";

  /// The text before, between and behind the markers.
  static List<String> cut(String marked) {
    return List.of(marked.split(MARKER, -1));
  }

  /// The text that operation `n` has.
  String text(long seed, long n) {
    StringBuilder text = new StringBuilder(texts.getFirst());
    for (int i = 0; i < generators.size(); i++) {
      text.append(generators.get(i).text(seed, n)).append(texts.get(i + 1));
    }
    return text.toString();
  }
}
