package dev.takt.load.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Suggests corrections for mistyped words.
public final class Spelling {

  private Spelling() {}

  private static final int MIN_PREFIX_LENGTH = 3;

  /// The candidate most similar to the word, with at most one edit for each three characters, but
  /// at least one. Otherwise the only candidate that begins with the word. Ignores case, and treats
  /// underscores as hyphens.
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    String plain = plain(word);
    int limit = Math.max(1, plain.length() / 3);
    Optional<String> near =
        candidates.stream()
            .filter(each -> distance(plain, plain(each)) <= limit)
            .min(Comparator.comparingInt(each -> distance(plain, plain(each))));
    return near.or(() -> completed(plain, candidates));
  }

  private static Optional<String> completed(String plain, Collection<String> candidates) {
    List<String> all = candidates.stream().filter(each -> plain(each).startsWith(plain)).toList();
    boolean isLong = plain.replace("-", "").length() >= MIN_PREFIX_LENGTH;
    return isLong && all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// The number of insertions, deletions, substitutions and swaps of neighbouring characters:
  /// Levenshtein distance with Damerau's transpositions.
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        d[i][j] = Math.min(i, j) == 0 ? Math.max(i, j) : step(a, b, i, j, d);
      }
    }
    return d[a.length()][b.length()];
  }

  private static int step(String a, String b, int i, int j, int[][] d) {
    int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int best = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
  }
}
