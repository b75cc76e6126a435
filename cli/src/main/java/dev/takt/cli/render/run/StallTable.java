package dev.takt.cli.render.run;

import dev.takt.cli.spi.render.Ansi;
import dev.takt.cli.spi.render.Columns;
import dev.takt.cli.spi.render.Prose;
import dev.takt.load.text.Units;
import dev.takt.report.text.CauseName;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The findings of the observers as text: the stalls by kind, the locks that cost most, and what
/// could not be observed.
public final class StallTable {

  private static final int MAX_LOCKS = 8;
  private static final int STORY = 32;
  private static final int MIN_CAUSE_WIDTH = 6;
  private static final List<String> HEAD =
      List.of("", "count", "total", "p50", "longest", "after", "the longest one");

  /// Marks kinds that stop no thread.
  private static final String ASIDE = " *";

  private final Stalls stalls;
  private final long begin;
  private final Ansi paint;
  private final String none;
  private final StringBuilder out = new StringBuilder();

  private StallTable(Stalls stalls, long begin, Ansi paint, String none) {
    this.stalls = stalls;
    this.begin = begin;
    this.paint = paint;
    this.none = none;
  }

  /// The table, with a trailing line break.
  ///
  /// @param begin the zero point of printed times, on the clock of the stalls
  public static String render(Stalls stalls, long begin, Ansi paint) {
    return render(stalls, begin, paint, "no stalls were seen");
  }

  /// The table, with a trailing line break.
  ///
  /// @param none the line to print if there are no stalls
  public static String render(Stalls stalls, long begin, Ansi paint, String none) {
    StallTable table = new StallTable(stalls, begin, paint, none);
    table.kinds();
    table.locks();
    table.lost();
    table.notObservable();
    return table.out.toString();
  }

  private void kinds() {
    if (stalls.stalls().isEmpty()) {
      line(none);
      return;
    }
    Columns columns = new Columns(out);
    columns.begin(HEAD, 0, 6);
    try {
      for (Side side : Side.values()) {
        Map<StallKind, List<Stall>> kinds = byKind(side);
        if (!kinds.isEmpty()) {
          columns.row(List.of(side.lowerCase(), "", "", "", "", "", ""));
        }
        for (List<Stall> each : kinds.values()) {
          columns.row(row(each));
        }
      }
      columns.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
    if (stalls.stalls().stream().anyMatch(each -> isBackgroundWork(each.kind()))) {
      line("* beside the program, which goes on meanwhile: its total is no time lost");
    }
    if (stalls.omitted() > 0) {
      line("and " + Units.count(stalls.omitted()) + " shorter ones");
    }
  }

  private Map<StallKind, List<Stall>> byKind(Side side) {
    Map<StallKind, List<Stall>> byKind = new TreeMap<>();
    for (Stall each : stalls.stalls()) {
      if (each.side() == side) {
        byKind.computeIfAbsent(each.kind(), _ -> new ArrayList<>()).add(each);
      }
    }
    return byKind;
  }

  private static boolean isBackgroundWork(StallKind kind) {
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
        "  " + CauseName.of(longest.kind()) + (isBackgroundWork(longest.kind()) ? ASIDE : ""),
        Units.count(lengths.length),
        time(total),
        time(lengths[(lengths.length - 1) / 2]),
        time(longest.nanos()),
        seconds(longest.beginNanoTime() - begin),
        TagText.escape(story(longest)));
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
  private static String story(Stall stall) {
    String who = stall.thread() == null ? "" : stall.thread().name();
    if (stall.culprit() != null) {
      who += (who.isEmpty() ? "" : " ") + preposition(stall.kind()) + ' ' + stall.culprit().name();
    }
    who = Prose.cutEnd(who, STORY);
    if (stall.cause() == null) {
      return who;
    }
    String before = who.isEmpty() ? "" : who + ": ";
    int left = STORY - Prose.length(before);
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

  private void locks() {
    if (!stalls.contentions().isEmpty()) {
      line("");
      out.append(LockTable.render(stalls.contentions(), MAX_LOCKS, paint));
    }
  }

  private void lost() {
    for (StallSource each : stalls.sources()) {
      Long lost = each.lost();
      if (lost != null && lost > 0) {
        line(paint.warning(each.name() + " lost " + Units.count(lost) + " records: it has gaps"));
      }
    }
  }

  private void notObservable() {
    Map<String, List<String>> sides = new LinkedHashMap<>();
    for (NotObservable each : stalls.notObservable()) {
      sides
          .computeIfAbsent(each.what() + ": " + each.why(), _ -> new ArrayList<>())
          .add(each.side().lowerCase());
    }
    if (sides.isEmpty()) {
      return;
    }
    line("");
    line("not observable here");
    sides.forEach(
        (what, whose) -> line(Prose.point(String.join(", ", whose) + ": " + TagText.escape(what))));
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
