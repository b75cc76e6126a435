package dev.takt.load.plan;

import dev.takt.load.text.Spelling;
import java.util.Collection;

/// Words for messages.
final class Texts {

  private static final int LONGEST_QUOTE = 60;

  private Texts() {}

  /// In quotation marks, on one line, shortened if it is long.
  static String quoted(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "�");
    return line.length() <= LONGEST_QUOTE
        ? '"' + line + '"'
        : '"' + line.substring(0, LONGEST_QUOTE) + "…\"";
  }

  /// ` (did you mean "rate"?)`, or nothing if no candidate is near.
  static String didYouMean(String word, Collection<String> candidates) {
    return Spelling.nearest(word, candidates)
        .map(each -> " (did you mean \"" + each + "\"?)")
        .orElse("");
  }
}
