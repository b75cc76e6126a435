package dev.takt.cli.render.run;

import dev.takt.report.text.TagText;
import dev.takt.runs.text.Units;
import dev.takt.watch.observer.LiveFigure;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Shows live figures of observers: on a terminal a table that is redrawn in place, elsewhere one
/// line per new figure. For one thread.
public final class WatchDisplay {

  private final PrintStream out;
  private final String subject;
  private final int width;
  private final @Nullable Redrawn screen;
  private final Map<String, String> newest = new LinkedHashMap<>();

  private WatchDisplay(PrintStream out, String subject, int width, @Nullable Redrawn screen) {
    this.out = out;
    this.subject = subject;
    this.width = width;
    this.screen = screen;
  }

  /// A display for a terminal of that width.
  public static WatchDisplay live(PrintStream out, String subject, int width) {
    return new WatchDisplay(out, subject, width, new Redrawn(out));
  }

  /// A display as lines.
  public static WatchDisplay lines(PrintStream out, String subject) {
    return new WatchDisplay(out, subject, Integer.MAX_VALUE, null);
  }

  /// @param elapsedNanos since the start of the watch
  /// @param figures the new ones
  public void show(long elapsedNanos, List<LiveFigure> figures) {
    figures.forEach(each -> newest.put(each.name(), TagText.escape(each.text())));
    String time = Units.clock(elapsedNanos);
    if (screen == null) {
      figures.forEach(
          each -> out.println(time + "  " + each.name() + "  " + TagText.escape(each.text())));
      out.flush();
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(cut("takt  watching " + subject + "  " + time));
    int widest = newest.keySet().stream().mapToInt(String::length).max().orElse(0);
    newest.forEach(
        (name, text) -> lines.add(cut(name + " ".repeat(widest - name.length() + 2) + text)));
    screen.draw(lines);
  }

  /// Removes the table.
  public void end() {
    if (screen != null) {
      screen.clear();
    }
  }

  private String cut(String line) {
    return line.length() <= width ? line : line.substring(0, width);
  }
}
