package dev.takt.cli.log;

import dev.takt.cli.render.log.IntervalLine;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.spi.render.ValueUnit;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.algebra.IntervalRow;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.Rows;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `takt log cat`: prints one line per interval and tag, for people.
final class LogCat implements Rows<IntervalRow> {

  private static final String ISO = "--iso";
  private static final String UNIT = "--unit";

  /// How many lines are written between checks whether the reader of the pipe is gone.
  private static final int LINES_PER_PIPE_CHECK = 64;

  private final LogContext context;
  private final PrintStream out;
  private final boolean follow;
  private @Nullable IntervalLine line;
  private long rows;

  private LogCat(LogContext context) {
    this.context = context;
    this.out = context.cli().out();
    this.follow = context.has(LogFlags.FOLLOW);
  }

  static CommandSpec spec() {
    String[] examples = {
      "  takt log cat latency.hdr | head",
      "  takt log cat latency.hdr --tag read-rt --start 10 --end 20 --iso",
      "  takt log cat latency.hdr --follow              as the run goes on, until Ctrl-C",
      "",
      "Several logs are shown as one, in the order of time.",
    };
    return LogFlags.command(
        "cat",
        "One line per interval and tag.",
        examples,
        LogFlags.selecting(
            Options.flag(ISO, "Clock times (UTC) instead of seconds since the logs' start"),
            Options.text(
                UNIT, "ns|us|ms|s|N", "The unit to print, or a number to divide values by"),
            Options.text(
                LogFlags.VALUES,
                "ns|us|ms|s",
                "The unit of the logs' values, where they do not say it (default ns)"),
            Options.flag(LogFlags.FOLLOW, "Wait for more at the end of the log, until Ctrl-C")));
  }

  static int run(LogContext context) throws IOException {
    LogCat cat = new LogCat(context);
    var _ = cat.unit(new LogFacts(List.of(), null, null));
    AtomicBoolean stopped = new AtomicBoolean();
    LogFacts facts;
    try (var registration = context.cli().interrupts().onInterrupt(() -> stopped.set(true))) {
      List<LogSource> sources = context.sources(cat.follow ? stopped::get : null);
      facts =
          LogAlgebra.intervals(
              sources, LogFlags.selection(context.parsed()), context.problems(), cat);
    }
    return cat.rows == 0 ? context.noSuchTag(facts.tags()) : context.finish(true);
  }

  private ValueUnit unit(LogFacts facts) {
    return LogFlags.unit(context.parsed(), UNIT, facts);
  }

  @Override
  public void begin(LogFacts facts) {
    context.noteUnit(LogFlags.rawUnit(context.parsed(), facts));
    line = new IntervalLine(unit(facts), context.has(ISO));
    if (facts.estimate() != null) {
      out.println("ESTIMATE: corrected for coordinated omission (" + facts.estimate() + ")");
    }
    out.println(line.header());
  }

  @Override
  public void row(IntervalRow row) {
    if (line != null) {
      out.println(line.of(row));
    }
    if (follow || rows % LINES_PER_PIPE_CHECK == 0) {
      try {
        context.requireReader();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    rows++;
  }
}
