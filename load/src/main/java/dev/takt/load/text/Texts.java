package dev.takt.load.text;

import java.util.Collection;

/// Helpers for messages.
public final class Texts {

  private static final int MAX_QUOTE_LENGTH = 60;

  private Texts() {}

  /// Quotes a text: on one line, truncated if long.
  public static String quoted(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "�");
    return line.length() <= MAX_QUOTE_LENGTH
        ? '"' + line + '"'
        : '"' + line.substring(0, MAX_QUOTE_LENGTH) + "…\"";
  }

  /// ` (did you mean "rate"?)`, or empty if no candidate is similar.
  public static String didYouMean(String word, Collection<String> candidates) {
    return Spelling.nearest(word, candidates)
        .map(each -> " (did you mean \"" + each + "\"?)")
        .orElse("");
  }
}
