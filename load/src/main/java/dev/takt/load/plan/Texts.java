package dev.takt.load.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

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
    return nearest(word, candidates).map(each -> " (did you mean \"" + each + "\"?)").orElse("");
  }

  private static Optional<String> nearest(String word, Collection<String> candidates) {
    int limit = Math.max(1, word.length() / 3);
    return candidates.stream()
        .filter(each -> distance(word, each) <= limit)
        .min(Comparator.comparingInt(each -> distance(word, each)));
  }

  /// Levenshtein distance, by the method of two rows.
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(above, row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
