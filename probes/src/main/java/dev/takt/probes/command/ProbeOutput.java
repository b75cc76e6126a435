package dev.takt.probes.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.NewFile;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.spi.render.Percentile;
import dev.takt.probes.ProbeSink;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.record.ClockAnchor;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.report.plot.LogPlot;
import dev.takt.report.plot.PlotOptions;
import dev.takt.report.plot.PlotPoint;
import dev.takt.report.plot.PlotSeries;
import dev.takt.report.plot.drawing.PlotFormat;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/// The output of a probe: the log, the plot and the printed result, as the flags say.
///
/// Files are created before the probe runs, so that a place that cannot be written to is reported
/// at once. They appear when they are complete.
final class ProbeOutput implements ProbeSink, AutoCloseable {

  private static final String CLEAR_LINE = "\r\u001b[K";

  /// The values recorded under one tag.
  private static final class Recorded {
    final Counts counts;
    final List<PlotPoint> points = new ArrayList<>();

    Recorded(Layout layout) {
      counts = new Counts(layout);
    }
  }

  private final CliContext context;
  private final ParseResult parsed;
  private final boolean json;
  private final List<Percentile> percentiles;
  private final ClockAnchor anchor = ClockAnchor.now();
  private final Map<String, Recorded> series = new LinkedHashMap<>();
  private final @Nullable PlotFormat plotFormat;
  private final @Nullable NewFile log;
  private final @Nullable NewFile plot;
  private final @Nullable IntervalLogWriter writer;
  private boolean progressShown;

  /// @throws IOException if a file cannot be created
  ProbeOutput(CliContext context, ParseResult parsed) throws IOException {
    this.context = context;
    this.parsed = parsed;
    this.json = FlagValues.isJson(parsed);
    this.percentiles = percentiles();
    Path plotPath = FlagValues.path(parsed, ProbeFlags.PLOT, context.directory());
    this.plotFormat = plotPath == null ? null : plotFormat(plotPath);
    this.log = begin(FlagValues.path(parsed, Options.OUT, context.directory()));
    this.writer = log == null ? null : new IntervalLogWriter(log, anchor, anchor.nanoTime());
    this.plot = begin(plotPath);
  }

  private List<Percentile> percentiles() {
    String text = FlagValues.text(parsed, ProbeFlags.PERCENTILES);
    return text == null
        ? Percentile.DEFAULTS
        : FlagValues.parse(parsed, ProbeFlags.PERCENTILES, text, Percentile::parse);
  }

  private PlotFormat plotFormat(Path path) {
    return PlotFormat.ofFileName(path.toString())
        .orElseThrow(() -> FlagValues.wrong(parsed, ProbeFlags.PLOT, "a picture is .svg or .png"));
  }

  private @Nullable NewFile begin(@Nullable Path path) throws IOException {
    return path == null ? null : NewFile.create(path, parsed.hasMatchedOption(Options.FORCE));
  }

  @Override
  public void interval(String tag, long begin, long end, Counts values) {
    long from = begin - anchor.nanoTime() < 0 ? anchor.nanoTime() : begin;
    Recorded recorded = series.computeIfAbsent(tag, _ -> new Recorded(values.layout()));
    recorded.counts.add(values);
    Spectrum spectrum = Spectrum.of(values);
    recorded.points.add(
        new PlotPoint(from - anchor.nanoTime(), spectrum.valueAtPercentile(99), spectrum.max()));
    if (writer != null) {
      writer.write(tag, from, end, values);
      try {
        writer.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void progress(String line) {
    if (parsed.hasMatchedOption(Options.QUIET)) {
      return;
    }
    if (context.terminal().isErr()) {
      context.err().print(CLEAR_LINE + "takt: " + line);
      progressShown = true;
    } else {
      context.message(line);
    }
    context.err().flush();
  }

  private void endProgress() {
    if (progressShown) {
      context.err().print(CLEAR_LINE);
      context.err().flush();
      progressShown = false;
    }
  }

  /// The columns of a table of percentiles. The caller names the first one.
  List<Column> percentileColumns(Column first) {
    List<Column> columns = new ArrayList<>();
    columns.add(first);
    columns.add(new Column("count", "count"));
    columns.add(new Column("mean", "mean"));
    columns.add(new Column("min", "min"));
    percentiles.forEach(each -> columns.add(new Column("p" + each.label(), "p" + each.label())));
    columns.add(new Column("max", "max", true));
    return columns;
  }

  /// A row of such a table.
  List<Cell> percentileRow(String name, String tag) {
    Recorded recorded = series.get(tag);
    Spectrum values = recorded == null ? Spectrum.EMPTY : Spectrum.of(recorded.counts);
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.text(name));
    cells.add(Cell.count(values.total()));
    cells.add(time(values, values.mean()));
    cells.add(time(values, values.min()));
    percentiles.forEach(each -> cells.add(time(values, values.valueAtPercentile(each.value()))));
    cells.add(time(values, values.max()));
    return cells;
  }

  private static Cell time(Spectrum values, double nanos) {
    return values.isEmpty() ? Cell.NONE : Cell.nanos(nanos);
  }

  /// Prints the result, and renames the files to their final names.
  ///
  /// @param title of the plot
  void finish(ProbeDocument document, String title) throws IOException {
    endProgress();
    if (json) {
      document.writeJson(context.out());
    } else {
      document.writeText(context.out(), context.paint().width());
    }
    context.out().flush();
    if (log != null && writer != null) {
      writer.flush();
      log.commit();
      say(log);
    }
    if (plot != null && plotFormat != null) {
      plotFormat.write(LogPlot.of(title, subtitle(), plotted(), options()), plot);
      plot.commit();
      say(plot);
    }
  }

  private void say(NewFile file) {
    if (!parsed.hasMatchedOption(Options.QUIET)) {
      context.message("wrote " + file);
    }
  }

  private String subtitle() {
    long values = series.values().stream().mapToLong(each -> each.counts.total()).sum();
    return EnglishText.format("from %s, %,d values", anchor.instantAt(anchor.nanoTime()), values);
  }

  private List<PlotSeries> plotted() {
    List<PlotSeries> plotted = new ArrayList<>();
    series.forEach(
        (tag, each) -> plotted.add(new PlotSeries(tag, Spectrum.of(each.counts), each.points)));
    return plotted;
  }

  private PlotOptions options() {
    return PlotOptions.DEFAULT.withStart(
        anchor.instantAt(anchor.nanoTime()).atOffset(ZoneOffset.UTC));
  }

  @Override
  public void close() throws IOException {
    endProgress();
    try (log;
        plot) {
      // A file that was not committed leaves nothing behind.
    }
  }
}
