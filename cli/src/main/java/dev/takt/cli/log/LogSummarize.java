package dev.takt.cli.log;

import dev.takt.cli.args.FlagValues;
import dev.takt.cli.args.Options;
import dev.takt.cli.render.Percentile;
import dev.takt.cli.render.RawUnit;
import dev.takt.cli.render.ValueUnit;
import dev.takt.cli.render.log.Hgrm;
import dev.takt.cli.render.log.LogFormat;
import dev.takt.cli.render.log.LogHeading;
import dev.takt.cli.spi.NewFile;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Moment;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Rows;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.algebra.WindowSum;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `takt log summarize`: prints percentiles of logs, as a whole or per window.
final class LogSummarize {

  private static final String FORMAT = "--format";
  private static final String UNIT = "--unit";
  private static final String PERCENTILES = "--percentiles";
  private static final String WINDOW = "--window";
  private static final String TICKS = "--ticks";
  private static final String HLP = "--hlp";
  private static final String HGRM = "hgrm";
  private static final int MAX_TICKS = 10_000;

  private final LogContext context;
  private final List<Percentile> percentiles;
  private final @Nullable String format;

  private LogSummarize(LogContext context) {
    this.context = context;
    this.format = context.text(FORMAT);
    this.percentiles = percentiles();
  }

  static CommandSpec spec() {
    String[] examples = {
      "  takt log summarize latency.hdr",
      "  takt log summarize latency.hdr --tag '*-rt' --percentiles 50,99,99.9 --unit ms",
      "  takt log summarize latency.hdr --window 10s --format csv      a time series",
      "  takt log summarize 'machine-*.hdr' --start 10 --end 20 --format json",
      "  takt log summarize latency.hdr --format hgrm -o spectra/      for HdrHistogram's plotter",
      "",
      "Several logs are one result: histograms are added up, percentiles never averaged.",
    };
    return LogFlags.command(
        "summarize",
        "Percentiles of interval logs.",
        examples,
        LogFlags.selecting(
            Options.text(FORMAT, "table|hgrm|csv|json|ycsb", "What to print (default table)"),
            Options.text(
                UNIT,
                "ns|us|ms|s|N",
                "The unit to print, or a number to divide values by (default: what fits; csv and json "
                    + "as the log has them, hgrm ms)"),
            Options.text(
                LogFlags.VALUES,
                "ns|us|ms|s",
                "The unit of the logs' values, where they do not say it (default ns)"),
            Options.text(PERCENTILES, "50,90,...", "Which percentiles (default 50 to 99.99)"),
            Options.text(
                WINDOW, "TIME", "A time series: a row for each window of this length (10s, 1m)"),
            Options.output("FILE", "Where to; hgrm of several tags: a folder"),
            Options.flag(Options.FORCE, "Write over files that exist"),
            Options.flag(
                LogFlags.FOLLOW,
                "With --window: wait for more at the end of the log, until Ctrl-C"),
            Options.text(TICKS, "N", "hgrm: rows per half of the distance to 100 % (default 5)"),
            Options.flag(
                HLP,
                "hgrm just as HistogramLogProcessor prints it: untagged lines unless --tag, both ends "
                    + "of the window in it, nothing from before the log's start")));
  }

  static int run(LogContext context) throws IOException {
    LogSummarize command = new LogSummarize(context);
    command.requireThatFlagsGoTogether();
    if (context.has(HLP)) {
      return command.likeHistogramLogProcessor();
    }
    Long window = FlagValues.time(context.parsed(), WINDOW);
    if (window != null) {
      return command.windows(window);
    }
    if (context.has(LogFlags.FOLLOW)) {
      throw context.wrong(LogFlags.FOLLOW, "only with " + WINDOW + ", such as " + WINDOW + " 10s");
    }
    return command.summary();
  }

  /// Rejects flags that would have no effect.
  private void requireThatFlagsGoTogether() {
    boolean spectrum = HGRM.equals(format) || context.has(HLP);
    if (context.has(HLP)) {
      refuse(WINDOW, "not with " + HLP);
      refuse(LogFlags.FOLLOW, "not with " + HLP);
    }
    if (spectrum) {
      refuse(PERCENTILES, HGRM + " has percentiles of its own; --ticks makes them more or fewer");
    } else {
      refuse(TICKS, "only with " + FORMAT + " " + HGRM);
    }
    if (context.has(Options.FORCE) && !context.has(Options.OUT)) {
      throw context.wrong(Options.FORCE, "only with -o");
    }
  }

  private void refuse(String flag, String reason) {
    if (context.has(flag)) {
      throw context.wrong(flag, reason);
    }
  }

  private List<Percentile> percentiles() {
    String text = context.text(PERCENTILES);
    try {
      return text == null ? Percentile.USUAL : Percentile.parse(text);
    } catch (IllegalArgumentException e) {
      throw context.wrong(PERCENTILES, String.valueOf(e.getMessage()));
    }
  }

  private String formatName() {
    String name = format == null ? "table" : format;
    if (!name.equals(HGRM) && !LogFormat.NAMES.contains(name)) {
      throw context.wrong(
          FORMAT,
          "expected hgrm, " + String.join(", ", LogFormat.NAMES) + ", found '" + name + "'");
    }
    return name;
  }

  /// The unit in which values are printed, from the flags and the log.
  private ValueUnit unit(LogFacts facts) {
    return LogFlags.unit(context.parsed(), UNIT, facts);
  }

  private int summary() throws IOException {
    String name = formatName();
    var _ = unit(new LogFacts(List.of(), null, null)); // rejects wrong flags before the work
    List<LogSource> sources = context.sources();
    LogSummary summary;
    try (var _ = ReadingProgress.of(context.cli(), sources)) {
      summary =
          LogAlgebra.summarize(sources, LogFlags.selection(context.parsed()), context.problems());
    }
    if (summary.series().isEmpty()) {
      return context.noSuchTag(summary.facts().tags());
    }
    if (!name.equals("table") && !name.equals("json")) { // those print it themselves
      context.noteUnit(LogFlags.rawUnit(context.parsed(), summary.facts()));
    }
    if (name.equals(HGRM)) {
      return hgrm(summary);
    }
    print(out -> {
      LogFormat rows = LogFormat.of(name, unit(summary.facts()), percentiles, out);
      rows.begin(LogHeading.of(sources.size(), summary));
      for (Series each : summary.series()) {
        rows.row(each);
      }
      rows.end();
    });
    return context.finish(true);
  }

  // ---- time series

  private int windows(long length) throws IOException {
    String name = formatName();
    if (name.equals(HGRM) || !LogFormat.hasWindows(name)) {
      throw context.wrong(FORMAT, name + " has no time series; take table, csv or json");
    }
    AtomicBoolean stopped = new AtomicBoolean();
    AtomicLong rows = new AtomicLong();
    LogFacts[] facts = new LogFacts[1];
    try (var registration = context.cli().interrupts().onInterrupt(() -> stopped.set(true))) {
      boolean follow = context.has(LogFlags.FOLLOW);
      List<LogSource> sources = context.sources(follow ? stopped::get : null);
      print(out -> {
        WindowRows windows = new WindowRows(name, sources.size(), out, follow, rows);
        facts[0] =
            LogAlgebra.windows(
                sources, LogFlags.selection(context.parsed()), length, context.problems(), windows);
        windows.end();
      });
    }
    if (rows.get() == 0) {
      return context.noSuchTag(facts[0].tags());
    }
    return context.finish(true);
  }

  private final class WindowRows implements Rows<WindowSum> {

    private final String name;
    private final int logs;
    private final Appendable out;
    private final boolean follow;
    private final AtomicLong count;
    private @Nullable LogFormat rows;

    WindowRows(String name, int logs, Appendable out, boolean follow, AtomicLong count) {
      this.name = name;
      this.logs = logs;
      this.out = out;
      this.follow = follow;
      this.count = count;
    }

    @Override
    public void begin(LogFacts facts) {
      try {
        rows = LogFormat.of(name, unit(facts), percentiles, out);
        rows.begin(LogHeading.ofWindows(logs, facts));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void end() throws IOException {
      if (rows != null) {
        rows.end();
      }
    }

    @Override
    public void row(WindowSum window) {
      try {
        if (rows != null) {
          rows.row(window);
        }
        if (follow || count.get() % 256 == 0) {
          context.requireReader();
        }
        count.incrementAndGet();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  // ---- percentile distributions

  private int hgrm(LogSummary summary) throws IOException {
    double ratio =
        context.text(UNIT) == null ? ratioOfMilliseconds(summary) : unit(summary.facts()).divisor();
    Path path = context.path(Options.OUT);
    List<Series> all = summary.series();
    if (all.size() == 1) {
      print(out -> hgrm(all.get(0), ratio, summary.facts(), out));
    } else if (path == null) {
      throw context.wrong(
          FORMAT,
          EnglishText.format(
              "%d tags make %d files: name a folder with -o, choose one with --tag, or add them up with %s",
              all.size(), all.size(), LogFlags.IGNORE_TAGS));
    } else {
      writeAll(all, path, ratio, summary.facts());
    }
    return context.finish(true);
  }

  private double ratioOfMilliseconds(LogSummary summary) {
    RawUnit raw = unit(summary.facts()).raw();
    return raw.isTime() ? Hgrm.DEFAULT_RATIO / raw.nanos() : 1;
  }

  private void hgrm(Series series, double ratio, LogFacts facts, Appendable out)
      throws IOException {
    Hgrm.write(series.spectrum(), ticks(), ratio, facts.estimate(), out);
  }

  private int ticks() {
    String text = context.text(TICKS);
    if (text == null) {
      return Hgrm.DEFAULT_TICKS;
    }
    if (text.matches("[1-9]\\d{0,4}") && Integer.parseInt(text) <= MAX_TICKS) {
      return Integer.parseInt(text);
    }
    throw context.wrong(TICKS, "expected 1 to " + MAX_TICKS + ", found '" + text + "'");
  }

  private void writeAll(List<Series> all, Path folder, double ratio, LogFacts facts)
      throws IOException {
    List<NewFile> files = new ArrayList<>();
    try {
      PartNames names = new PartNames();
      for (Series each : all) {
        Path path = folder.resolve(names.of(each.tag(), ".hgrm"));
        NewFile file = NewFile.create(path, context.has(Options.FORCE));
        files.add(file);
        Writer out = new OutputStreamWriter(file, StandardCharsets.UTF_8);
        hgrm(each, ratio, facts, out);
        out.flush();
      }
      for (NewFile each : files) {
        each.commit();
        context.cli().out().println(each);
      }
    } finally {
      for (NewFile each : files) {
        each.close();
      }
    }
  }

  /// Prints what HistogramLogProcessor prints for the same log, tag, window and unit, byte for
  /// byte.
  private int likeHistogramLogProcessor() throws IOException {
    if (format != null && !format.equals(HGRM)) {
      throw context.wrong(HLP, "only with " + FORMAT + " " + HGRM);
    }
    List<LogSource> sources = context.sources();
    if (sources.size() != 1) {
      throw context.wrong(HLP, "one log at a time");
    }
    Selection asked = LogFlags.selection(context.parsed());
    Selection tags =
        context.has(LogFlags.TAG) || context.has(LogFlags.IGNORE_TAGS)
            ? asked
            : asked.withTags(tag -> tag == null);
    Moment from = asked.from() == null ? new Moment(0, false) : asked.from();
    Selection selection = tags.within(from, asked.to()).closedWindow().ignoringTags();
    LogSummary summary = LogAlgebra.summarize(sources, selection, context.problems());
    if (summary.series().isEmpty()) {
      if (!context.has(LogFlags.TAG) && !summary.facts().tags().isEmpty()) {
        context
            .cli()
            .err()
            .println(
                "takt: like HistogramLogProcessor, " + HLP + " looks at one tag: say --tag TAG");
      }
      return context.noSuchTag(summary.facts().tags());
    }
    double ratio =
        context.text(UNIT) == null ? Hgrm.DEFAULT_RATIO : unit(summary.facts()).divisor();
    print(out -> {
      out.append(Hgrm.startTimeLine(summary.logStart()));
      hgrm(summary.series().get(0), ratio, summary.facts(), out);
    });
    return context.finish(true);
  }

  // ---- output

  /// Writes text.
  private interface Text {
    void write(Appendable out) throws IOException;
  }

  private void print(Text text) throws IOException {
    Path path = context.path(Options.OUT);
    if (path == null) {
      text.write(context.cli().out());
      return;
    }
    try (NewFile file = NewFile.create(path, context.has(Options.FORCE));
        Writer out = new OutputStreamWriter(file.withoutClosing(), StandardCharsets.UTF_8)) {
      text.write(out);
      out.flush();
      file.commit();
    }
  }
}
