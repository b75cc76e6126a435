package dev.takt.cli.render.run;

import dev.takt.load.engine.recording.Progress;
import dev.takt.load.text.Units;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Formats the state of a run as a few lines for a terminal: response time and service time side by
/// side, for the last interval and for the run so far.
public final class LiveFrame {

  private static final int NARROWEST = 60;
  private static final int COLUMN = 11;

  private LiveFrame() {}

  /// The lines, none longer than `width`.
  public static List<String> lines(String target, Progress progress, int width) {
    List<String> lines =
        width < NARROWEST ? List.of(StatusLine.of(progress)) : allLines(target, progress);
    return lines.stream().map(line -> cut(line, width)).toList();
  }

  private static List<String> allLines(String target, Progress progress) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "takt  " + StatusLine.phase(progress.phase()) + "  " + time(progress) + "  " + target);
    if (progress.phase() == Progress.Phase.SELF_WARMUP) {
      return lines;
    }
    lines.add("rate  " + StatusLine.rate(progress));
    lines.addAll(table(progress));
    lines.add(StatusLine.load(progress));
    return lines;
  }

  private static String time(Progress progress) {
    String elapsed = Units.clock(progress.elapsedNanos());
    return progress.remainingNanos() == Long.MAX_VALUE || progress.phase() == Progress.Phase.DRAIN
        ? elapsed
        : elapsed + ", " + Units.clock(progress.remainingNanos()) + " left";
  }

  private static List<String> table(Progress progress) {
    StringBuilder head = new StringBuilder("      ");
    StringBuilder subhead = new StringBuilder("      ");
    if (progress.interval().response() != null) {
      head.append(pad("response", 2 * COLUMN)).append("   ");
      subhead.append(pad("now", COLUMN)).append(pad("so far", COLUMN)).append("   ");
    }
    head.append(pad("service", 2 * COLUMN));
    subhead.append(pad("now", COLUMN)).append(pad("so far", COLUMN));
    return List.of(
        head.toString(),
        subhead.toString(),
        row("p50", progress, Distribution::p50),
        row("p99", progress, Distribution::p99),
        row("p99.9", progress, Distribution::p999),
        row("max", progress, Distribution::max));
  }

  private static String row(String name, Progress progress, ToLongFunction<Distribution> figure) {
    StringBuilder row = new StringBuilder(EnglishText.format("%-6s", name));
    if (progress.interval().response() != null) {
      row.append(cell(progress.interval().response(), figure))
          .append(cell(progress.soFar().response(), figure));
      row.append("   ");
    }
    row.append(cell(progress.interval().service(), figure))
        .append(cell(progress.soFar().service(), figure));
    return row.toString();
  }

  private static String cell(@Nullable Distribution of, ToLongFunction<Distribution> figure) {
    boolean known = of != null && of.count() > 0;
    return pad(known ? Units.time(figure.applyAsLong(of)) : "-", COLUMN);
  }

  private static String pad(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String cut(String line, int width) {
    return line.length() <= width ? line : line.substring(0, Math.max(0, width));
  }
}
