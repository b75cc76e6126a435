package dev.takt.report.plot;

/// Text from elsewhere, made into one line that every format can show: tags may hold anything.
final class PlainText {

  private static final char REPLACEMENT = '\ufffd';

  private PlainText() {}

  /// The text, with U+FFFD in place of line ends, control characters, halves of characters, and
  /// what turns the direction of writing.
  static String of(String text) {
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
