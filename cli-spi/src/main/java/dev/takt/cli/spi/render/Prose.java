package dev.takt.cli.spi.render;

import java.util.List;
import java.util.regex.Pattern;

/// Wraps text for people into lines that fit a terminal.
public final class Prose {

  private static final String BULLET = "  - ";
  private static final char ESCAPE = '\u001b';
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[\\d;]*m");

  /// Where a line may end: not between a number and its unit.
  private static final Pattern GAP =
      Pattern.compile("(?<!\\d) | (?!(?:[nµm]?s|min|h|%|[KMG]?B)(?![\\p{L}\\d]))");

  private Prose() {}

  /// A list item: wrapped between words, with a hanging indent. A word that is longer than a line
  /// stays in one piece, so that it can be copied.
  ///
  /// @param width the maximum length of a line, in code points
  public static String point(String text, int width) {
    return hanging(BULLET, text, width);
  }

  /// Wraps text that is longer than a line, indented like its first line. Colours take no room.
  ///
  /// @param width the maximum length of a line, in columns
  public static String wrapped(String text, int width) {
    int indent = text.length() - text.stripLeading().length();
    return length(text) <= width
        ? text
        : hanging(text.substring(0, indent), text.substring(indent), width);
  }

  /// Wraps text after any prefix, indented by the prefix's length.
  ///
  /// @param width the maximum length of a line, in code points
  public static String hanging(String before, String text, int width) {
    int indent = length(before);
    StringBuilder out = new StringBuilder(before);
    int at = indent;
    boolean first = true;
    for (String word : GAP.split(text, -1)) {
      if (!first && at + 1 + length(word) > width) {
        out.append('\n').append(" ".repeat(indent));
        at = indent;
      } else if (!first) {
        out.append(' ');
        at++;
      }
      out.append(word);
      at += length(word);
      first = false;
    }
    return out.toString();
  }

  /// As many of the names as fit, and the number of omitted names. If the first name alone does not
  /// fit, its front is cut, since the end of a name identifies it.
  public static String names(List<String> names, int width) {
    String all = String.join(", ", names);
    if (length(all) <= width) {
      return all;
    }
    if (names.size() == 1) {
      return cutFront(all, width);
    }
    int shown = names.size() - 1;
    while (shown > 1 && length(some(names, shown)) > width) {
      shown--;
    }
    String rest = more(names.size() - shown);
    String some = String.join(", ", names.subList(0, shown));
    return cutFront(some, width - rest.length()) + rest;
  }

  private static String some(List<String> names, int shown) {
    return String.join(", ", names.subList(0, shown)) + more(names.size() - shown);
  }

  private static String more(int count) {
    return " and " + count + " more";
  }

  /// Cuts the front of a text that its end identifies.
  public static String cutFront(String text, int width) {
    int length = length(text);
    return length <= width
        ? text
        : "…" + text.substring(text.offsetByCodePoints(0, length - width + 1));
  }

  /// Cuts the end of a text that its beginning identifies.
  public static String cutEnd(String text, int width) {
    return length(text) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
  }

  /// The number of columns of a text: its code points without colours.
  public static int length(String text) {
    String plain = text.indexOf(ESCAPE) < 0 ? text : COLOUR.matcher(text).replaceAll("");
    return plain.codePointCount(0, plain.length());
  }
}
