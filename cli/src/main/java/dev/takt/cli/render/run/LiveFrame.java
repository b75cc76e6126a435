package dev.takt.cli.render.run;

import dev.takt.load.engine.recording.Progress;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// Formats the state of a run as a few lines for a terminal: the response time, or the service time
/// without a schedule, for the last interval and for the run so far.
public final class LiveFrame {

  private static final int NARROWEST = 60;
  private static final String NAME = "%-8s";
  private static final int COLUMN = 11;
  private static final int MAX_JOURNEYS = 6;

  private LiveFrame() {}

  /// The lines, none longer than `width`.
  public static List<String> lines(String target, Progress progress, int width) {
    List<String> lines =
        width < NARROWEST
            ? List.of(StatusLine.head(progress), StatusLine.of(progress))
            : allLines(target, progress);
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
    progress.counts().journeys().stream()
        .limit(MAX_JOURNEYS)
        .forEach(each -> lines.add(reached(each)));
    lines.add(StatusLine.load(progress));
    return lines;
  }

  /// How many users have come to each step: `order login 120 > browse 118 > order 80`.
  private static String reached(Progress.Reached journey) {
    return TagText.escape(journey.journey())
        + "  "
        + journey.steps().entrySet().stream()
            .map(each -> TagText.escape(each.getKey()) + " " + Units.count(each.getValue()))
            .collect(Collectors.joining(" > "));
  }

  private static String time(Progress progress) {
    String elapsed = Units.clock(progress.elapsedNanos());
    return progress.remainingNanos() == Long.MAX_VALUE || progress.phase() == Progress.Phase.DRAIN
        ? elapsed
        : elapsed + ", " + Units.clock(progress.remainingNanos()) + " left";
  }

  private static List<String> table(Progress progress) {
    return List.of(
        EnglishText.format(NAME, StatusLine.measure(progress))
            + pad("now", COLUMN)
            + pad("so far", COLUMN),
        row("p50", progress, Distribution::p50),
        row("p99", progress, Distribution::p99),
        row("p99.9", progress, Distribution::p999),
        row("max", progress, Distribution::max));
  }

  private static String row(String name, Progress progress, ToLongFunction<Distribution> figure) {
    return EnglishText.format(NAME, name)
        + cell(StatusLine.times(progress.interval()), figure)
        + cell(StatusLine.times(progress.soFar()), figure);
  }

  private static String cell(Distribution of, ToLongFunction<Distribution> figure) {
    return pad(of.count() > 0 ? Units.time(figure.applyAsLong(of)) : "-", COLUMN);
  }

  private static String pad(String text, int width) {
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  private static String cut(String line, int width) {
    return line.length() <= width ? line : line.substring(0, Math.max(0, width));
  }
}
