package dev.takt.driver.http;

import dev.takt.load.driver.MaskedTarget;
import dev.takt.load.driver.WireDriver.Message;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Requests and answers for people: the lines of the head with secrets masked, and the body without
/// chunk headers. Interim answers are part of the head.
final class MessageText {

  private static final Pattern END_OF_HEAD = Pattern.compile("\r?\n\r?\n");
  private static final Pattern LINE = Pattern.compile("\r?\n(?![ \t])");
  private static final Pattern INTERIM = Pattern.compile("HTTP/(?:1\\.\\d|2) 1(?!01)\\d\\d\\b");
  private static final Pattern CHUNKED =
      Pattern.compile("(?im)^transfer-encoding\\s*:.*\\bchunked\\b");
  private static final Pattern COOKIE = Pattern.compile("(?i)cookie\\s*:.*");
  private static final Pattern COOKIE_VALUE = Pattern.compile("=[^;]*");

  private MessageText() {}

  static Message of(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    List<String> lines = new ArrayList<>();
    String head;
    int at = 0;
    do {
      if (at > 0) {
        lines.add("");
      }
      Matcher end = END_OF_HEAD.matcher(text).region(at, text.length());
      boolean ends = end.find();
      head = text.substring(at, ends ? end.start() : text.length());
      at = ends ? end.end() : text.length();
      add(head, lines);
    } while (INTERIM.matcher(head).lookingAt() && at < text.length());
    byte[] body = Arrays.copyOfRange(bytes, at, bytes.length);
    return new Message(
        lines, CHUNKED.matcher(head).find() ? withoutChunks(text.substring(at)) : body);
  }

  private static void add(String head, List<String> lines) {
    String[] all = LINE.split(head.strip(), -1);
    lines.add(FailureText.maskedUrl(all[0]));
    for (int i = 1; i < all.length; i++) {
      String line = all[i].replaceAll("\r?\n[ \t]+", " ");
      lines.add(
          COOKIE.matcher(line).matches()
              ? COOKIE_VALUE.matcher(line).replaceAll("=" + MaskedTarget.MASK)
              : FailureText.masked(line));
    }
  }

  /// @param text each character is a byte
  private static byte[] withoutChunks(String text) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int at = 0;
    while (true) {
      int end = text.indexOf('\n', at);
      int length = end < 0 ? 0 : lengthOf(text.substring(at, end));
      if (length <= 0) {
        return body.toByteArray();
      }
      int last = Math.min(text.length(), end + 1 + length);
      body.writeBytes(text.substring(end + 1, last).getBytes(StandardCharsets.ISO_8859_1));
      at = text.indexOf('\n', last) + 1;
      if (at == 0) {
        return body.toByteArray();
      }
    }
  }

  /// The length of a chunk by its header; 0 for one that is not understood.
  private static int lengthOf(String header) {
    String digits = header.split(";", 2)[0].strip();
    return digits.matches("\\p{XDigit}{1,7}") ? Integer.parseInt(digits, 16) : 0;
  }
}
