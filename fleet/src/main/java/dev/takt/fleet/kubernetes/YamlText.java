package dev.takt.fleet.kubernetes;

import java.util.HexFormat;
import java.util.stream.Collectors;

/// Text as a scalar of YAML, such that every parser of YAML 1.1 or 1.2 reads exactly this text.
final class YamlText {

  private static final HexFormat HEX = HexFormat.of();

  private YamlText() {}

  /// The text as the value of a key, to stand between `key: ` and a line feed. A literal block if
  /// the text is harmless, so that it can be read; else in quotes, a line of the text in each line.
  ///
  /// @param indent the spaces before the key; the text has two more
  static String value(String text, int indent) {
    String margin = " ".repeat(indent + 2);
    return isHarmless(text)
        ? "|\n"
            + text.lines().map(l -> l.isEmpty() ? "" : margin + l).collect(Collectors.joining("\n"))
        : quoted(text, margin);
  }

  /// Whether the text has only lines that a literal block keeps in any parser: it ends with one
  /// line feed, no line begins or ends in a way that depends on indentation, and all characters are
  /// printable.
  private static boolean isHarmless(String text) {
    return text.endsWith("\n")
        && !text.endsWith("\n\n")
        && !text.startsWith("\n")
        && !text.startsWith(" ")
        && text.codePoints().allMatch(c -> c == '\n' || isPrintable(c))
        && text.lines().noneMatch(l -> l.endsWith(" "));
  }

  private static boolean isPrintable(int c) {
    return (c >= ' ' && c <= '~') || (c >= 0xA1 && c < 0x2000);
  }

  private static String quoted(String text, String margin) {
    StringBuilder out = new StringBuilder("\"");
    boolean atLineStart = false;
    for (int c : (Iterable<Integer>) text.codePoints()::iterator) {
      if (atLineStart) {
        out.append("\\\n").append(margin);
      }
      // A space at the begin of a line would be taken as a part of the margin.
      out.append(atLineStart && c == ' ' ? "\\x20" : escaped(c));
      atLineStart = c == '\n';
    }
    return out.append('"').toString();
  }

  private static String escaped(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      default ->
          isPrintable(c)
              ? Character.toString(c)
              : c < 0x1_0000 ? "\\u" + HEX.toHexDigits((char) c) : "\\U" + HEX.toHexDigits(c);
    };
  }
}
