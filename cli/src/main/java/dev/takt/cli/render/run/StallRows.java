package dev.takt.cli.render.run;

import dev.takt.cli.spi.render.Prose;
import dev.takt.report.text.CauseName;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The rows of a table of stalls: those of one kind and side together.
///
/// @param begin the zero point of printed times, on the clock of the stalls
/// @param width the maximum length of a line, in columns; medians are omitted if it is small
record StallRows(long begin, int width) {

  private static final List<String> HEAD =
      List.of("", "count", "total", "p50", "longest", "after", "the longest one");

  private static final int MEDIAN = 3;
  private static final int MAX_DETAIL_WIDTH = 32;
  private static final int MIN_DETAIL_WIDTH = 12;

  /// The width of all columns but median and detail, with the gaps.
  private static final int FIGURES_WIDTH = 57;

  private static final int MEDIAN_WIDTH = 9;
  private static final int MIN_CAUSE_WIDTH = 6;

  /// Marks kinds that stop no thread.
  private static final String BACKGROUND_MARK = " *";

  List<String> head() {
    return shown(HEAD);
  }

  /// The index of the last column.
  int detail() {
    return head().size() - 1;
  }

  private List<String> shown(List<String> cells) {
    List<String> shown = new ArrayList<>(cells);
    if (!hasMedian()) {
      shown.remove(MEDIAN);
    }
    return shown;
  }

  private boolean hasMedian() {
    return width >= FIGURES_WIDTH + MEDIAN_WIDTH + MAX_DETAIL_WIDTH;
  }

  private int detailWidth() {
    return Math.clamp(width - FIGURES_WIDTH, MIN_DETAIL_WIDTH, MAX_DETAIL_WIDTH);
  }

  List<List<String>> of(List<Stall> stalls) {
    List<List<String>> rows = new ArrayList<>();
    for (Side side : Side.values()) {
      Map<StallKind, List<Stall>> kinds = byKind(stalls, side);
      if (!kinds.isEmpty()) {
        rows.add(shown(List.of(side.lowerCase(), "", "", "", "", "", "")));
      }
      kinds.values().forEach(each -> rows.add(shown(row(each))));
    }
    return rows;
  }

  private static Map<StallKind, List<Stall>> byKind(List<Stall> stalls, Side side) {
    Map<StallKind, List<Stall>> byKind = new TreeMap<>();
    for (Stall each : stalls) {
      if (each.side() == side) {
        byKind.computeIfAbsent(each.kind(), _ -> new ArrayList<>()).add(each);
      }
    }
    return byKind;
  }

  static boolean isBackgroundWork(StallKind kind) {
    return kind == StallKind.COMPILATION;
  }

  private List<String> row(List<Stall> same) {
    long[] lengths = same.stream().mapToLong(Stall::nanos).sorted().toArray();
    Stall longest = same.stream().max(Comparator.comparingLong(Stall::nanos)).orElseThrow();
    long total = 0;
    for (long length : lengths) {
      total += length;
    }
    return List.of(
        "  "
            + CauseName.of(longest.kind())
            + (isBackgroundWork(longest.kind()) ? BACKGROUND_MARK : ""),
        Units.count(lengths.length),
        time(total),
        time(lengths[(lengths.length - 1) / 2]),
        time(longest.nanos()),
        seconds(longest.beginNanoTime() - begin),
        TagText.escape(detail(longest)));
  }

  /// A duration; `-` for kinds of which only the time of occurrence is known.
  private static String time(long nanos) {
    return nanos == 0 ? "-" : Units.time(nanos);
  }

  /// The time of occurrence in seconds, to the millisecond, for finding it in a log or a plot.
  /// Negative for what began before.
  private static String seconds(long nanos) {
    return EnglishText.format("%.3f s", nanos / 1e9);
  }

  /// The cause and the threads: `System.gc()`, `worker-2 behind worker-1: java.lang.Object`. If it
  /// is too long, the cause is cut: readers search for the threads.
  private String detail(Stall stall) {
    String who = stall.thread() == null ? "" : stall.thread().name();
    if (stall.culprit() != null) {
      who += (who.isEmpty() ? "" : " ") + preposition(stall.kind()) + ' ' + stall.culprit().name();
    }
    String machine = stall.stoppedMachine() == null ? "" : " on " + stall.stoppedMachine();
    who = Prose.cutEnd(who, Math.max(1, detailWidth() - Prose.length(machine))) + machine;
    if (stall.cause() == null) {
      return who;
    }
    String before = who.isEmpty() ? "" : who + ": ";
    int left = detailWidth() - Prose.length(before);
    return left < MIN_CAUSE_WIDTH ? who : before + shortened(stall.cause(), left);
  }

  private static String preposition(StallKind kind) {
    return switch (kind) {
      case MONITOR_WAIT, LOCK_WAIT, RUN_QUEUE -> "behind";
      case COMPILATION -> "by";
      default -> "for";
    };
  }

  /// Cuts the front of names of classes, methods and files, and the end of sentences.
  private static String shortened(String text, int width) {
    return text.indexOf(' ') < 0 ? Prose.cutFront(text, width) : Prose.cutEnd(text, width);
  }
}
