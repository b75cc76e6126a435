package dev.takt.load.plan;

import dev.takt.load.text.Spelling;
import java.util.Collection;

/// Helpers for messages.
final class Texts {

  private static final int MAX_QUOTE_LENGTH = 60;

  private Texts() {}

  /// Quotes a text: on one line, truncated if long.
  static String quoted(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "�");
    return line.length() <= MAX_QUOTE_LENGTH
        ? '"' + line + '"'
        : '"' + line.substring(0, MAX_QUOTE_LENGTH) + "…\"";
  }

  /// ` (did you mean "rate"?)`, or empty if no candidate is similar.
  static String didYouMean(String word, Collection<String> candidates) {
    return Spelling.nearest(word, candidates)
        .map(each -> " (did you mean \"" + each + "\"?)")
        .orElse("");
  }
}
