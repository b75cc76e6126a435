package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.cli.spi.render.Prose;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lock contention as text: the locks in order of the time they cost, each with its waiters, its
/// owners, and the places in the code.
public final class LockTable {

  private static final int LABEL_WIDTH = 11;
  private static final String ROW = "%10s%10s%10s  ";
  private static final int FIGURES = 32;
  private static final int FRAMES = 3;

  private final TextPage page;
  private final int textWidth;

  private LockTable(TextStyle paint) {
    this.page = new TextPage(paint);
    this.textWidth = paint.width() - FIGURES - LABEL_WIDTH;
  }

  /// The table, with a trailing line break; empty if no thread waited.
  ///
  /// @param contentions in the order to print
  /// @param most the maximum number of locks; the number of omitted locks is printed
  public static String render(List<Contention> contentions, int most, TextStyle paint) {
    LockTable table = new LockTable(paint);
    if (contentions.isEmpty()) {
      return "";
    }
    table.page.row(paint.faint(EnglishText.format(ROW, "time lost", "waits", "longest") + "lock"));
    contentions.stream().limit(most).forEach(table::lock);
    if (contentions.size() > most) {
      table.page.line(paint.faint("and " + Units.count(contentions.size() - most) + " more"));
    }
    return table.page.toString();
  }

  private void lock(Contention lock) {
    String figures =
        EnglishText.format(
            ROW,
            Units.time(lock.waits().totalNanos()),
            Units.count(lock.waits().count()),
            Units.time(lock.waits().longestNanos()));
    page.row(
        figures
            + page.paint()
                .bold(Prose.cutFront(TagText.escape(name(lock)), page.paint().width() - FIGURES)));
    labelled("waited", Prose.names(lock.waiters(), textWidth));
    labelled("had it", Prose.names(lock.owners(), textWidth));
    wrapped("had it", lock.identity().holderUnknown());
    frames("at", lock.where());
    frames("made at", lock.identity().createdAt());
    wrapped("made at", lock.identity().originUnknown());
    wrapped("doubt", lock.identity().doubt());
  }

  private static String name(Contention lock) {
    String kind = lock.kind() == StallKind.MONITOR_WAIT ? "monitor of " : "";
    String side = lock.side() == Side.TARGET ? "" : " (" + lock.side().lowerCase() + ')';
    return kind + lock.lock() + side;
  }

  private void frames(String label, @Nullable String frames) {
    if (frames != null) {
      String next = label;
      for (String frame : frames.lines().limit(FRAMES).toList()) {
        labelled(next, frame);
        next = "";
      }
    }
  }

  private void wrapped(String label, @Nullable String text) {
    if (text != null) {
      String next = label;
      for (String line : Prose.wrapped(text, textWidth).lines().toList()) {
        labelled(next, line);
        next = "";
      }
    }
  }

  private void labelled(String label, String text) {
    if (!text.isEmpty()) {
      String indent = " ".repeat(FIGURES);
      String padded = label + " ".repeat(LABEL_WIDTH - label.length());
      page.row(
          indent + page.paint().faint(padded) + Prose.cutFront(TagText.escape(text), textWidth));
    }
  }
}
