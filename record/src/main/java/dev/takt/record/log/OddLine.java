package dev.takt.record.log;

import dev.takt.record.histogram.MalformedException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A line that is not as HdrHistogram's writer usually writes them, read as far as its meaning is
/// beyond doubt: other separators, a tag with commas, a column too many.
///
/// @param tag null if the line has none
/// @param start in nanoseconds, as it stands in the line
/// @param length in nanoseconds
/// @param payload the histogram's Base64
/// @param remark what is wrong with the line although it can be read, if anything
record OddLine(
    @Nullable String tag, long start, long length, String payload, @Nullable String remark) {

  private static final String NUMBER = "[-+.\\dEe]+";
  private static final String SEPARATOR = "(?:\\s*,\\s*|\\s+)";

  /// What stands before the histogram: three numbers, and perhaps a tag before them.
  private static final Pattern COLUMNS =
      Pattern.compile(
          "(?:(?<head>.*?)SEPARATOR)?(?<start>NUMBER)SEPARATOR(?<length>NUMBER)SEPARATOR(?:NUMBER)SEPARATOR"
              .replace("SEPARATOR", SEPARATOR)
              .replace("NUMBER", NUMBER));

  private static final Pattern DECIMAL_COMMAS =
      Pattern.compile("(?:Tag=.*,)?-?\\d+,\\d{3},\\d+,\\d{3},\\d+,\\d{3},");

  /// So much may stand before a histogram; to look further would let garbage take long.
  private static final int LONGEST_HEAD = 2048;

  private static final Pattern END_OF_PAYLOAD = Pattern.compile("[,\\s]");

  static OddLine read(String line) throws MalformedException {
    if (line.chars().allMatch(c -> c == 0)) {
      throw new MalformedException(line.length() + " NUL bytes, as a power cut leaves them");
    }
    for (int at = line.indexOf("HIST");
        at > 0 && at <= LONGEST_HEAD;
        at = line.indexOf("HIST", at + 1)) {
      int payload = line.charAt(at - 1) == 'D' ? at - 1 : at;
      String head = line.substring(0, payload);
      if (DECIMAL_COMMAS.matcher(head).matches()) {
        throw new MalformedException("the numbers have decimal commas; a log has decimal points");
      }
      Matcher columns = COLUMNS.matcher(head);
      if (columns.matches()) {
        return of(columns, line, payload);
      }
    }
    throw unexpected(line);
  }

  private static OddLine of(Matcher columns, String line, int payload) throws MalformedException {
    Matcher end = END_OF_PAYLOAD.matcher(line);
    int to = end.find(payload) ? end.start() : line.length();
    String tail = line.substring(to);
    if (tail.contains("HIST")) {
      throw new MalformedException("two lines are joined: there is a second histogram in it");
    }
    return new OddLine(
        tag(columns.group("head"), line),
        Times.nanosOf("start", columns.group("start")),
        Times.nanosOf("length", columns.group("length")),
        line.substring(payload, to),
        tail.isBlank()
            ? null
            : "there is something after the histogram: \"" + Excerpt.of(tail) + "\"");
  }

  private static MalformedException unexpected(String line) {
    return new MalformedException(
        "expected [Tag=TAG,]START,LENGTH,MAX,HISTOGRAM, found \"" + Excerpt.of(line) + "\"");
  }

  private static @Nullable String tag(@Nullable String head, String line)
      throws MalformedException {
    if (head == null || head.isEmpty()) {
      return null;
    }
    if (!head.startsWith("Tag=")) {
      throw unexpected(line);
    }
    if (head.contains(",Tag=")) {
      throw new MalformedException("the line has more than one tag: \"" + Excerpt.of(head) + "\"");
    }
    return head.substring("Tag=".length());
  }
}
