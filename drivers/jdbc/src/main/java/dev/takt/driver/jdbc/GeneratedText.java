package dev.takt.driver.jdbc;

import dev.takt.load.workload.Generator;
import dev.takt.load.workload.Template;
import java.util.List;
import java.util.Map;

/// Text with generated values in it.
///
/// @param texts the text before, between and behind the values: one more than these
/// @param generators what makes the values
record GeneratedText(List<String> texts, List<Generator> generators) {

  /// Stands for a value: a character that no text uses (Unicode, private use area).
  static final String MARKER = "\uE000";

  /// Reads a text with placeholders.
  ///
  /// @param named the plan's generators
  /// @throws IllegalArgumentException if a placeholder is wrong
  static GeneratedText parse(String text, Map<String, String> named) {
    Template template = Template.parse(text, named);
    return new GeneratedText(cut(template.withMarkers(MARKER)), template.generators());
  }

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
