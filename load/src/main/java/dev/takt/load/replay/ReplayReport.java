package dev.takt.load.replay;

import dev.takt.load.schedule.Durations;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a log has, what of it is replayed, and what is left out.
public final class ReplayReport {

  /// Why something is left out.
  enum LeftOut {
    NO_REQUEST("without a request"),
    TOO_LONG("longer than 64 KiB"),
    OUTSIDE("not between from and to"),
    METHOD("of other methods"),
    HOST("for other hosts than the first"),
    NOT_SENDABLE("with a path that cannot be sent"),
    PATH("of other paths"),
    STATUS("of other statuses");

    private final String text;

    LeftOut(String text) {
      this.text = text;
    }
  }

  private record Count(long count, long firstLine) {}

  private static final int MAX_METHODS = 5;

  private final Map<LeftOut, Count> leftOut = new EnumMap<>(LeftOut.class);
  private final Map<String, Long> methods = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();
  private long entries;

  /// Whether they are those of a HAR file, and not lines.
  private boolean isHar;

  private long replayed;
  private String span = "";

  ReplayReport() {}

  /// A line with something in it, or an entry.
  void entry() {
    entries++;
  }

  void har() {
    isHar = true;
  }

  long entries() {
    return entries;
  }

  void leftOut(LeftOut why, long line) {
    Count before = leftOut.get(why);
    leftOut.put(
        why, before == null ? new Count(1, line) : new Count(before.count + 1, before.firstLine));
  }

  void otherMethod(String method, long line) {
    leftOut(LeftOut.METHOD, line);
    if (methods.size() < MAX_METHODS || methods.containsKey(method)) {
      methods.merge(method, 1L, Long::sum);
    }
  }

  long count(LeftOut why) {
    Count count = leftOut.get(why);
    return count == null ? 0 : count.count;
  }

  /// @param first the first moment, for people
  /// @param original how long the requests took in the log
  void replayed(long count, String first, long original, double speed) {
    replayed = count;
    span =
        "over "
            + rounded(original)
            + " from "
            + first
            + (speed == 1
                ? ""
                : EnglishText.format(
                    ", at speed %s in %s",
                    number(speed), rounded((long) ((double) original / speed))));
  }

  private static String number(double speed) {
    long whole = (long) speed;
    return (double) whole == speed ? Long.toString(whole) : Double.toString(speed);
  }

  private static String rounded(long nanos) {
    long second = 1_000_000_000L;
    long unit = nanos < second ? 1_000L : nanos < 60 * second ? 1_000_000L : second;
    return Durations.format((nanos + unit / 2) / unit * unit);
  }

  void remark(String text) {
    remarks.add(text);
  }

  /// What is left out, one reason each; empty for nothing.
  List<String> leftOutTexts() {
    List<String> texts = new ArrayList<>();
    leftOut.forEach((why, count) -> texts.add(text(why, count)));
    return texts;
  }

  private String text(LeftOut why, Count count) {
    String end =
        why == LeftOut.METHOD && !methods.isEmpty()
            ? " ("
                + methods.entrySet().stream()
                    .map(each -> each.getKey() + " " + EnglishText.format("%,d", each.getValue()))
                    .collect(Collectors.joining(", "))
                + ")"
            : EnglishText.format(", first in %s %,d", isHar ? "entry" : "line", count.firstLine);
    return EnglishText.format("%,d %s%s", count.count, why.text, end);
  }

  /// For people, one line each.
  ///
  /// @param file the name of the log
  public List<String> lines(String file) {
    List<String> lines = new ArrayList<>();
    lines.add(
        EnglishText.format(
            "replay %,d of %,d %s of %s", replayed, entries, isHar ? "entries" : "lines", file));
    lines.add("  " + span);
    leftOutTexts().forEach(each -> lines.add("  left out " + each));
    remarks.forEach(each -> lines.add("  " + each));
    return lines;
  }
}
