package dev.takt.cli.once;

import dev.takt.cli.spi.render.Prose;
import dev.takt.runs.text.EnglishText;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Prints texts of any length and content between the margins of a terminal, behind a prefix.
final class MessageLines {

  /// How many lines of the terminal a header, and a body, have at most.
  static final int MAX_HEADER_ROWS = 6;

  static final int MAX_BODY_ROWS = 30;

  private static final int SHOWN_BYTES = 16;

  private final PrintStream out;
  private final int width;

  MessageLines(PrintStream out, int width) {
    this.out = out;
    this.width = width;
  }

  /// Prints a line, wrapped, of which a long end is cut.
  void line(String prefix, String text) {
    print(prefix, printable(text.replaceAll("\\s*\\R\\s*", " ")), MAX_HEADER_ROWS, 0);
  }

  /// Prints a remark of Takt's own, wrapped between words.
  void remark(String text) {
    out.println(Prose.hanging("* ", printable(text.replaceAll("\\s*\\R\\s*", " ")), width));
  }

  /// Prints a body, of which a long end is cut; one that is no text by its size and first bytes.
  ///
  /// @param omitted how many bytes follow, which are not at hand
  void body(String prefix, byte[] body, long omitted, SecretValues secrets) {
    String text = text(body, omitted);
    if (text == null) {
      byte[] first = Arrays.copyOf(body, Math.min(body.length, SHOWN_BYTES));
      out.println(
          EnglishText.format(
              "%s(%,d bytes, no text: %s%s)",
              prefix,
              body.length + omitted,
              HexFormat.ofDelimiter(" ").formatHex(first),
              body.length > SHOWN_BYTES ? " …" : ""));
    } else {
      print(prefix, printable(secrets.masked(text)), MAX_BODY_ROWS, omitted);
    }
  }

  /// @param omitted how many bytes follow the text
  private void print(String prefix, String text, int maxRows, long omitted) {
    int room = width - prefix.length();
    int rows = 0;
    int at = 0;
    while (at < text.length() && rows < maxRows) {
      int lineEnd = text.indexOf('\n', at);
      int end = lineEnd < 0 ? text.length() : lineEnd;
      int stop = text.codePointCount(at, end) > room ? text.offsetByCodePoints(at, room) : end;
      out.println((prefix + text.substring(at, stop)).stripTrailing());
      at = stop < end ? stop : end + 1;
      rows++;
    }
    if (text.isEmpty()) {
      out.println(prefix.stripTrailing());
    }
    long left = Math.max(0, text.length() - at) + omitted;
    if (left > 0) {
      out.println(EnglishText.format("%s(%,d more bytes are not shown)", prefix, left));
    }
  }

  /// The text of a body; null if it is none.
  private static @Nullable String text(byte[] body, long omitted) {
    for (int cut = 0; cut <= (omitted > 0 ? 3 : 0) && cut <= body.length; cut++) {
      try {
        String text =
            StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(body, 0, body.length - cut))
                .toString();
        return text.indexOf(0) < 0 ? text : null;
      } catch (CharacterCodingException _) {
        // The last character may have been cut off.
      }
    }
    return null;
  }

  /// The text without what moves a terminal's cursor or changes the order of characters.
  private static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    text.replace("\r\n", "\n")
        .replace("\t", "  ")
        .codePoints()
        .forEach(each -> {
          boolean isHidden =
              Character.isISOControl(each) || Character.getType(each) == Character.FORMAT;
          if (each != '\n' && isHidden) {
            printable.append(EnglishText.format("\\u%04x", each));
          } else {
            printable.appendCodePoint(each);
          }
        });
    return printable.toString();
  }
}
