package dev.takt.cli.output;

import dev.takt.load.text.Units;
import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import dev.takt.runs.StallSource;
import dev.takt.runs.Stalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the observers saw, for people: the stalls by kind, the locks that cost most, and what could
/// not be seen.
public final class StallTable {

  private static final int MOST_LOCKS = 8;
  private static final int LONGEST_CAUSE = 48;
  private static final List<String> HEAD =
      List.of("", "count", "total", "p50", "longest", "the longest one");

  private final Stalls stalls;
  private final Paint paint;
  private final StringBuilder out = new StringBuilder();

  private StallTable(Stalls stalls, Paint paint) {
    this.stalls = stalls;
    this.paint = paint;
  }

  /// The table, with a line break at its end.
  public static String render(Stalls stalls, Paint paint) {
    StallTable table = new StallTable(stalls, paint);
    table.kinds();
    table.locks();
    table.lost();
    table.notObservable();
    return table.out.toString();
  }

  private void kinds() {
    if (stalls.stalls().isEmpty()) {
      line("no stalls were seen");
      return;
    }
    Columns columns = new Columns(out);
    columns.begin(HEAD, 0, 5);
    try {
      for (Side side : Side.values()) {
        for (List<Stall> each : byKind(side).values()) {
          columns.row(row(each));
        }
      }
      columns.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder takes everything
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

  private static List<String> row(List<Stall> same) {
    long[] lengths = same.stream().mapToLong(Stall::nanos).sorted().toArray();
    Stall longest = same.stream().max(Comparator.comparingLong(Stall::nanos)).orElseThrow();
    long total = 0;
    for (long length : lengths) {
      total += length;
    }
    return List.of(
        longest.side().lowerCase() + " " + words(longest.kind()),
        Units.count(lengths.length),
        time(total),
        time(lengths[(lengths.length - 1) / 2]),
        time(longest.nanos()),
        story(longest));
  }

  /// Of some kinds only the moment is known, not how long it took.
  private static String time(long nanos) {
    return nanos == 0 ? "-" : Units.time(nanos);
  }

  static String words(StallKind kind) {
    return kind.lowerCase().replace('_', ' ');
  }

  /// `System.gc()`, `java.lang.Object: worker-2 waited for worker-1`.
  private static String story(Stall stall) {
    List<String> parts = new ArrayList<>();
    if (stall.cause() != null) {
      parts.add(shortened(stall.cause()));
    }
    if (stall.thread() != null) {
      parts.add(stall.thread().name());
    }
    if (stall.culprit() != null) {
      parts.add("for " + stall.culprit().name());
    }
    return TagText.visible(String.join(", ", parts));
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_CAUSE ? text : text.substring(0, LONGEST_CAUSE - 1) + "…";
  }

  private void locks() {
    if (!stalls.contentions().isEmpty()) {
      line("");
      out.append(LockTable.render(stalls.contentions(), MOST_LOCKS, paint));
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
        (what, whose) -> line("  - " + String.join(", ", whose) + ": " + TagText.visible(what)));
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
