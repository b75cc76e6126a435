package dev.takt.cli.log;

import dev.takt.cli.spi.render.RawUnit;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Rows;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.algebra.WindowSum;
import dev.takt.report.plot.LogPlot;
import dev.takt.report.plot.PlotOptions;
import dev.takt.report.plot.PlotPoint;
import dev.takt.report.plot.PlotSeries;
import dev.takt.report.plot.axis.ValueScale;
import dev.takt.report.plot.drawing.Drawing;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a plot of logs shows.
final class PlotContent {

  private static final long SECOND = 1_000_000_000L;
  private static final long[] DEFAULT_WINDOWS = {1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600};
  private static final int MAX_WINDOWS = 1500;

  /// A log and its sums.
  record Log(LogSource source, LogSummary summary) {}

  private final LogContext context;
  private final Selection selection;

  PlotContent(LogContext context, Selection selection) {
    this.context = context;
    this.selection = selection;
  }

  Drawing drawing(List<Log> logs, ValueScale scale, @Nullable Long window) throws IOException {
    long start = logs.stream().mapToLong(each -> each.summary().logStart()).min().orElse(0);
    boolean dated = logs.stream().allMatch(each -> each.summary().isDated());
    boolean relative = context.has(LogPlots.RELATIVE) || !dated;
    long length = window == null ? defaultWindow(logs) : window;
    Map<String, String> names =
        LogFiles.shortNames(logs.stream().map(each -> each.source().name()).toList());
    List<PlotSeries> series = new ArrayList<>();
    RawUnit unit = RawUnit.ASSUMED;
    for (Log each : logs) {
      String name = logs.size() == 1 ? "" : names.get(each.source().name()) + ": ";
      long offset = relative ? 0 : each.summary().logStart() - start;
      series.addAll(series(each, name, offset, length));
      unit = LogFlags.rawUnit(context.parsed(), each.summary().facts());
    }
    PlotOptions options =
        PlotOptions.DEFAULT
            .withScale(scale)
            .withNanosecondsPerValue(unit.isTime() ? unit.nanos() : 1)
            .withStart(relative ? null : instant(start).atOffset(ZoneOffset.UTC))
            .withEstimate(
                logs.stream().anyMatch(each -> each.summary().facts().estimate() != null));
    return LogPlot.of(title(names), subtitle(logs, dated), series, options);
  }

  private List<PlotSeries> series(Log log, String name, long offset, long window)
      throws IOException {
    Map<String, List<PlotPoint>> points = new HashMap<>();
    LogFacts _ =
        LogAlgebra.windows(
            List.of(log.source()),
            selection,
            window,
            new Problems(), // reported when the log was added up
            new Rows<WindowSum>() {
              @Override
              public void begin(LogFacts facts) {}

              @Override
              public void row(WindowSum each) {
                if (!each.series().spectrum().isEmpty()) {
                  points
                      .computeIfAbsent(each.series().name(), _ -> new ArrayList<>())
                      .add(point(each, offset));
                }
              }
            });
    Map<String, PlotSeries> series = new LinkedHashMap<>();
    for (Series each : log.summary().series()) {
      List<PlotPoint> own = points.getOrDefault(each.name(), List.of());
      series.put(each.name(), new PlotSeries(name + each.name(), each.spectrum(), own));
    }
    return List.copyOf(series.values());
  }

  private static PlotPoint point(WindowSum window, long offset) {
    return new PlotPoint(
        window.sinceStart() + offset,
        window.series().spectrum().valueAtPercentile(99),
        window.series().spectrum().max());
  }

  private static long defaultWindow(List<Log> logs) {
    long longest =
        logs.stream()
            .mapToLong(each -> each.summary().end() - each.summary().start())
            .max()
            .orElse(0);
    for (long each : DEFAULT_WINDOWS) {
      if (longest / (each * SECOND) <= MAX_WINDOWS) {
        return each * SECOND;
      }
    }
    return longest / MAX_WINDOWS;
  }

  private String title(Map<String, String> names) {
    String title = context.text(LogPlots.TITLE);
    return title != null ? title : String.join(", ", new TreeSet<>(names.values()));
  }

  private static String subtitle(List<Log> logs, boolean dated) {
    long values =
        logs.stream()
            .flatMap(each -> each.summary().series().stream())
            .mapToLong(each -> each.spectrum().total())
            .sum();
    long start = logs.stream().mapToLong(each -> each.summary().start()).min().orElse(0);
    long end = logs.stream().mapToLong(each -> each.summary().end()).max().orElse(0);
    String when = dated ? "from " + instant(start) + ", " : "";
    return EnglishText.format("%s%s long, %,d values", when, Units.clock(end - start), values);
  }

  private static Instant instant(long nanos) {
    return Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND));
  }
}
