package dev.takt.cli.log;

import dev.takt.cli.args.FlagValues;
import dev.takt.cli.args.Options;
import dev.takt.cli.render.RawUnit;
import dev.takt.cli.spi.NewFile;
import dev.takt.load.text.Units;
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
import dev.takt.report.plot.drawing.PlotFormat;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `takt log plot`: plots logs.
final class LogPlots {

  private static final String WINDOW = "--window";
  private static final String RELATIVE = "--relative";
  private static final String SCALE = "--scale";
  private static final String TITLE = "--title";
  private static final long SECOND = 1_000_000_000L;
  private static final long[] DEFAULT_WINDOWS = {1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600};
  private static final int MAX_WINDOWS = 1500;

  /// A log and its sums.
  private record Log(LogSource source, LogSummary summary) {}

  private final LogContext context;
  private final Selection selection;
  private final Set<String> estimates = new LinkedHashSet<>();

  private LogPlots(LogContext context) {
    this.context = context;
    this.selection = LogFlags.selection(context.parsed());
  }

  static CommandSpec spec() {
    String[] examples = {
      "  takt log plot latency.hdr -o spectrum.svg",
      "  takt log plot before.hdr after.hdr --relative --tag read-rt -o compared.png",
      "",
      "Above, the percentile spectrum; below, the 99th percentile and the maximum over time. A curve for",
      "each log and tag.",
    };
    return LogFlags.command(
        "plot",
        "A picture of interval logs.",
        examples,
        LogFlags.selecting(
            Options.output("FILE", "The picture: .svg or .png"),
            Options.text(TITLE, "TEXT", "A title (default: the logs' names)"),
            Options.text(
                WINDOW, "TIME", "The windows of the lower panel (default: by the logs' length)"),
            Options.flag(RELATIVE, "Each log from its own start, to lay runs over each other"),
            Options.text(SCALE, "auto|log|linear", "How values become heights (default auto)"),
            Options.text(
                LogFlags.VALUES,
                "ns|us|ms|s",
                "The unit of the logs' values, where they do not say it (default ns)"),
            Options.flag(Options.FORCE, "Write over a file that exists")));
  }

  static int run(LogContext context) throws IOException {
    return new LogPlots(context).run();
  }

  private int run() throws IOException {
    Path path = context.requiredPath(Options.OUT, "the picture, .svg or .png,");
    PlotFormat format =
        PlotFormat.ofFileName(path.toString())
            .orElseThrow(() -> context.wrong(Options.OUT, "a picture is .svg or .png"));
    ValueScale scale = scale();
    Long window = FlagValues.time(context.parsed(), WINDOW);
    List<LogSource> sources = context.sources();
    try (SpooledLogs spooled = SpooledLogs.of(sources)) {
      List<Log> logs = new ArrayList<>();
      Set<String> tags = new TreeSet<>();
      for (LogSource each : spooled.sources()) {
        LogSummary summary = LogAlgebra.summarize(List.of(each), selection, context.problems());
        logs.add(new Log(each, summary));
        tags.addAll(summary.facts().tags());
      }
      if (logs.stream().allMatch(each -> each.summary().series().isEmpty())) {
        return context.noSuchTag(List.copyOf(tags));
      }
      try (NewFile file = NewFile.create(path, context.has(Options.FORCE))) {
        format.write(drawing(logs, scale, window), file);
        file.commit();
      }
    }
    context.cli().out().println(path);
    return context.finish(true);
  }

  private ValueScale scale() {
    String text = context.text(SCALE);
    return switch (text == null ? "auto" : text) {
      case "auto" -> ValueScale.AUTO;
      case "log" -> ValueScale.LOG;
      case "linear" -> ValueScale.LINEAR;
      default -> throw context.wrong(SCALE, "expected auto, log or linear, found '" + text + "'");
    };
  }

  private Drawing drawing(List<Log> logs, ValueScale scale, @Nullable Long window)
      throws IOException {
    long start = logs.stream().mapToLong(each -> each.summary().logStart()).min().orElse(0);
    boolean dated = logs.stream().allMatch(each -> each.summary().isDated());
    boolean relative = context.has(RELATIVE) || !dated;
    long length = window == null ? usualWindow(logs) : window;
    Map<String, String> names =
        LogFiles.shortNames(logs.stream().map(each -> each.source().name()).toList());
    List<PlotSeries> series = new ArrayList<>();
    RawUnit unit = RawUnit.ASSUMED;
    for (Log each : logs) {
      String name = logs.size() == 1 ? "" : names.get(each.source().name()) + ": ";
      long offset = relative ? 0 : each.summary().logStart() - start;
      series.addAll(series(each, name, offset, length));
      unit = LogFlags.rawUnit(context.parsed(), each.summary().facts());
      if (each.summary().facts().estimate() != null) {
        estimates.add(each.summary().facts().estimate());
      }
    }
    PlotOptions options =
        PlotOptions.DEFAULT
            .withScale(scale)
            .withNanosecondsPerValue(unit.isTime() ? unit.nanos() : 1)
            .withStart(relative ? null : instant(start).atOffset(ZoneOffset.UTC))
            .withEstimate(!estimates.isEmpty());
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

  private static long usualWindow(List<Log> logs) {
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
    String title = context.text(TITLE);
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
