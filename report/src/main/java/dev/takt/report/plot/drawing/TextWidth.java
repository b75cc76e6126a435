package dev.takt.report.plot.drawing;

import dev.takt.report.plot.drawing.Shape.Font;

/// Estimates the width of a text, as the fonts of an SVG's viewer are unknown. The widths are those
/// of DejaVu Sans, which is wider than most fonts.
public final class TextWidth {

  private static final String NARROW = "iljI.,:;|!'`()[]{} /\\-ftr";
  private static final String WIDE = "mwMWGOQ%@&+=<>~#−→…";
  private static final int IDEOGRAPHS = 0x1100;
  private static final char ELLIPSIS = '…';

  private TextWidth() {}

  /// The width in pixels.
  public static double of(String text, Font font) {
    double ems = text.codePoints().mapToDouble(TextWidth::ems).sum();
    return ems * font.size() * (font.bold() ? 1.1 : 1);
  }

  private static double ems(int character) {
    if (NARROW.indexOf(character) >= 0) {
      return 0.38;
    }
    if (WIDE.indexOf(character) >= 0) {
      return 0.9;
    }
    return character >= IDEOGRAPHS && character != ELLIPSIS ? 1 : 0.64;
  }

  /// Returns the text if it fits; else its two ends around an ellipsis, since logs differ at the
  /// beginning and tags at the end.
  public static String fitted(String text, Font font, double width) {
    if (of(text, font) <= width) {
      return text;
    }
    int[] characters = text.codePoints().toArray();
    int fits = 0;
    int tooMany = characters.length;
    while (tooMany - fits > 1) {
      int kept = (fits + tooMany) >>> 1;
      if (of(ends(characters, kept), font) <= width) {
        fits = kept;
      } else {
        tooMany = kept;
      }
    }
    return ends(characters, fits);
  }

  private static String ends(int[] characters, int kept) {
    int head = (kept + 1) / 2;
    int tail = kept - head;
    return new String(characters, 0, head)
        + ELLIPSIS
        + new String(characters, characters.length - tail, tail);
  }
}
