package dev.takt.record.log.parse;

import dev.takt.record.histogram.MalformedException;
import dev.takt.record.text.Truncated;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A line that differs from the usual form of HdrHistogram's writer, read as far as its meaning is
/// unambiguous: other separators, a tag with commas, an extra column.
///
/// @param tag null if the line has none
/// @param start as written in the line, in the log's unit
/// @param length as written in the line, in the log's unit
/// @param payload the histogram's Base64
/// @param remark what is wrong with a line that can still be read, if anything
record LenientLine(
    @Nullable String tag, String start, String length, String payload, @Nullable String remark) {

  private static final Pattern DECIMAL_COMMAS =
      Pattern.compile("(?:Tag=.*,)?-?\\d+,\\d{3},\\d+,\\d{3},\\d+,\\d{3},");

  /// The maximum length of the text before a histogram; searching further would be slow for
  /// garbage.
  private static final int MAX_HEAD_LENGTH = 2048;

  /// A tag may contain the text `HIST` too.
  private static final int CANDIDATES = 8;

  private static final Pattern END_OF_PAYLOAD = Pattern.compile("[,\\s]");

  static LenientLine read(String line) throws MalformedException {
    if (line.chars().allMatch(c -> c == 0)) {
      throw new MalformedException(line.length() + " NUL bytes, as a power cut leaves them");
    }
    int at = line.indexOf("HIST");
    for (int i = 0; i < CANDIDATES && at > 0 && at <= MAX_HEAD_LENGTH; i++) {
      int payload = line.charAt(at - 1) == 'D' ? at - 1 : at;
      String head = line.substring(0, payload);
      if (DECIMAL_COMMAS.matcher(head).matches()) {
        throw new MalformedException("the numbers have decimal commas; a log has decimal points");
      }
      Columns columns = Columns.before(head);
      if (columns != null) {
        return of(columns, line, payload);
      }
      at = line.indexOf("HIST", at + 1);
    }
    throw unexpected(line);
  }

  /// The text before a histogram, parsed from its end: three numbers, optionally preceded by a tag.
  private record Columns(String tag, String start, String length) {

    static @Nullable Columns before(String head) {
      int max = tokenBefore(head, head.length());
      int length = max < 0 ? -1 : tokenBefore(head, max);
      int start = length < 0 ? -1 : tokenBefore(head, length);
      if (start < 0) {
        return null;
      }
      int tagEnd = start == 0 ? 0 : separatorBefore(head, start);
      return new Columns(head.substring(0, tagEnd), token(head, start), token(head, length));
    }

    /// The begin of the number that ends before a position, with a separator after it; -1 if there
    /// is none.
    private static int tokenBefore(String text, int to) {
      int end = separatorBefore(text, to);
      int at = end;
      while (at > 0 && isNumeric(text.charAt(at - 1))) {
        at--;
      }
      boolean alone = at == 0 || separatorBefore(text, at) < at;
      return end < to && at < end && alone ? at : -1;
    }

    /// The begin of white space that contains at most one comma.
    private static int separatorBefore(String text, int to) {
      int at = to;
      boolean comma = false;
      while (at > 0
          && (Character.isWhitespace(text.charAt(at - 1))
              || (text.charAt(at - 1) == ',' && !comma))) {
        at--;
        comma |= text.charAt(at) == ',';
      }
      return at;
    }

    private static String token(String text, int from) {
      int to = from;
      while (to < text.length() && isNumeric(text.charAt(to))) {
        to++;
      }
      return text.substring(from, to);
    }

    private static boolean isNumeric(char c) {
      return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'E' || c == 'e';
    }
  }

  private static LenientLine of(Columns columns, String line, int payload)
      throws MalformedException {
    Matcher end = END_OF_PAYLOAD.matcher(line);
    int to = end.find(payload) ? end.start() : line.length();
    String tail = line.substring(to);
    if (tail.contains("HIST")) {
      throw new MalformedException("two lines are joined: there is a second histogram in it");
    }
    return new LenientLine(
        tag(columns.tag(), line),
        columns.start(),
        columns.length(),
        line.substring(payload, to),
        tail.isBlank()
            ? null
            : "there is something after the histogram: \"" + Truncated.of(tail) + "\"");
  }

  private static MalformedException unexpected(String line) {
    return new MalformedException(
        "expected [Tag=TAG,]START,LENGTH,MAX,HISTOGRAM, found \"" + Truncated.of(line) + "\"");
  }

  private static @Nullable String tag(String head, String line) throws MalformedException {
    if (head.isEmpty()) {
      return null;
    }
    if (!head.startsWith("Tag=")) {
      throw unexpected(line);
    }
    if (head.contains(",Tag=")) {
      throw new MalformedException(
          "the line has more than one tag: \"" + Truncated.of(head) + "\"");
    }
    return head.substring("Tag=".length());
  }
}
