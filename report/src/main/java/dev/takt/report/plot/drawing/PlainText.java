package dev.takt.report.plot.drawing;

/// Sanitises external text, such as tags, to a single line that every format can show.
public final class PlainText {

  private static final char REPLACEMENT = '\ufffd';

  private PlainText() {}

  /// Replaces line ends, control characters, unpaired surrogates and bidirectional controls by
  /// U+FFFD.
  public static String of(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints()
        .map(each -> isPlain(each) ? each : REPLACEMENT)
        .forEach(plain::appendCodePoint);
    return plain.toString();
  }

  private static boolean isPlain(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
