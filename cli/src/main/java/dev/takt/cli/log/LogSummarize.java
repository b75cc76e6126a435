package dev.takt.cli.log;

import dev.takt.cli.render.log.LogFormat;
import dev.takt.cli.render.log.LogHeading;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// `takt log summarize`: prints percentiles of logs, as a whole or per window.
final class LogSummarize {

  private final LogContext context;
  private final SummaryFlags flags;

  private LogSummarize(LogContext context) {
    this.context = context;
    this.flags = new SummaryFlags(context);
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
            Options.text(
                Options.FORMAT, "table|hgrm|csv|json|ycsb", "What to print (default table)"),
            Options.text(
                SummaryFlags.UNIT,
                "ns|us|ms|s|N",
                "The unit to print, or a number to divide values by (default: what fits; csv and json "
                    + "as the log has them, hgrm ms)"),
            Options.text(
                LogFlags.VALUES,
                "ns|us|ms|s",
                "The unit of the logs' values, where they do not say it (default ns)"),
            Options.text(
                SummaryFlags.PERCENTILES, "50,90,...", "Which percentiles (default 50 to 99.99)"),
            Options.text(
                SummaryFlags.WINDOW,
                "TIME",
                "A time series: a row for each window of this length (10s, 1m)"),
            Options.output("FILE", "Where to; hgrm of several tags: a folder"),
            Options.flag(Options.FORCE, "Write over files that exist"),
            Options.flag(
                LogFlags.FOLLOW,
                "With --window: wait for more at the end of the log, until Ctrl-C"),
            Options.text(
                SummaryFlags.TICKS,
                "N",
                "hgrm: rows per half of the distance to 100 % (default 5)"),
            Options.flag(
                SummaryFlags.HLP,
                "hgrm just as HistogramLogProcessor prints it: untagged lines unless --tag, both ends "
                    + "of the window in it, nothing from before the log's start")));
  }

  static int run(LogContext context) throws IOException {
    LogSummarize command = new LogSummarize(context);
    command.flags.requireThatFlagsGoTogether();
    if (context.has(SummaryFlags.HLP)) {
      return new LogSpectra(context, command.flags).likeHistogramLogProcessor();
    }
    Long window = FlagValues.optionalTime(context.parsed(), SummaryFlags.WINDOW);
    if (window != null) {
      return new LogWindows(context, command.flags).print(window);
    }
    if (context.has(LogFlags.FOLLOW)) {
      throw context.wrong(
          LogFlags.FOLLOW,
          "only with " + SummaryFlags.WINDOW + ", such as " + SummaryFlags.WINDOW + " 10s");
    }
    return command.summary();
  }

  /// The width of a terminal; a file and another program get each row in one line.
  private int width() {
    boolean isTerminal = context.cli().terminal().isOut() && !context.has(Options.OUT);
    return isTerminal ? context.cli().terminal().textWidth() : Integer.MAX_VALUE;
  }

  private int summary() throws IOException {
    String name = flags.format();
    var _ = flags.unit(new LogFacts(List.of(), null, null)); // rejects wrong flags before the work
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
    if (name.equals(SummaryFlags.HGRM)) {
      return new LogSpectra(context, flags).print(summary);
    }
    LogOutput.print(
        context,
        out -> {
          LogFormat rows =
              LogFormat.of(name, flags.unit(summary.facts()), flags.percentiles(), out, width());
          rows.begin(LogHeading.of(sources.size(), summary));
          for (Series each : summary.series()) {
            rows.row(each);
          }
          rows.end();
        });
    return context.finish(true);
  }
}
