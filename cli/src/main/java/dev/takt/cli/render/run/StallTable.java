package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The findings of the observers as text: the stalls by kind, the locks that cost most, and what
/// could not be observed.
public final class StallTable {

  private static final int MAX_LOCKS = 8;

  private final Stalls stalls;
  private final long begin;
  private final String none;
  private final TextPage page;

  private StallTable(Stalls stalls, long begin, TextStyle paint, String none) {
    this.stalls = stalls;
    this.begin = begin;
    this.page = new TextPage(paint);
    this.none = none;
  }

  /// The table, with a trailing line break.
  ///
  /// @param begin the zero point of printed times, on the clock of the stalls
  public static String render(Stalls stalls, long begin, TextStyle paint) {
    return render(stalls, begin, paint, "no stalls were seen");
  }

  /// The table, with a trailing line break.
  ///
  /// @param none the line to print if there are no stalls
  public static String render(Stalls stalls, long begin, TextStyle paint, String none) {
    StallTable table = new StallTable(stalls, begin, paint, none);
    table.kinds();
    table.collections();
    table.locks();
    table.lost();
    table.notObservable();
    return table.page.toString();
  }

  /// The collections, the locks that cost most, the gaps, and what could not be observed, with a
  /// trailing line break; empty if there is none of it.
  public static String renderDetails(Stalls stalls, TextStyle paint) {
    StallTable table = new StallTable(stalls, 0, paint, "");
    table.collections();
    table.locks();
    table.lost();
    table.notObservable();
    return table.page.toString();
  }

  private void kinds() {
    if (stalls.stalls().isEmpty()) {
      page.line(none);
      return;
    }
    StallRows rows = new StallRows(begin, page.paint().width());
    page.table(rows.head(), rows.of(stalls.stalls()), 0, rows.detail());
    if (stalls.stalls().stream().anyMatch(each -> StallRows.isBackgroundWork(each.kind()))) {
      page.line("* background work; the application is not paused");
    }
    if (stalls.omitted() > 0) {
      page.line("and " + Units.count(stalls.omitted()) + " shorter ones");
    }
  }

  private void collections() {
    CollectionTable.print(stalls, page);
  }

  private void locks() {
    if (!stalls.contentions().isEmpty()) {
      page.blank();
      page.append(LockTable.render(stalls.contentions(), MAX_LOCKS, page.paint()));
    }
  }

  private void lost() {
    gaps(stalls).forEach(each -> page.line(page.paint().warning(each)));
  }

  /// What the observers lost, a sentence each.
  public static List<String> gaps(Stalls stalls) {
    List<String> gaps = new ArrayList<>();
    for (StallSource each : stalls.sources()) {
      Long lost = each.lost();
      if (lost != null && lost > 0) {
        gaps.add(each.name() + " lost " + Units.count(lost) + " records: it has gaps");
      }
    }
    return gaps;
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
    page.blank();
    page.line("not observable here");
    sides.forEach(
        (what, whose) -> page.point(String.join(", ", whose) + ": " + TagText.escape(what)));
  }
}
