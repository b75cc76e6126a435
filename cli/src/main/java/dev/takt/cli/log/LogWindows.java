package dev.takt.cli.log;

import dev.takt.cli.render.log.LogFormat;
import dev.takt.cli.render.log.LogHeading;
import dev.takt.cli.spi.args.Options;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.Rows;
import dev.takt.record.log.algebra.WindowSum;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Prints percentiles of logs per window, as a time series.
///
/// @param flags of the command
record LogWindows(LogContext context, SummaryFlags flags) {

  int print(long length) throws IOException {
    String name = flags.format();
    if (name.equals(SummaryFlags.HGRM) || !LogFormat.hasWindows(name)) {
      throw context.wrong(Options.FORMAT, name + " has no time series; take table, csv or json");
    }
    AtomicBoolean stopped = new AtomicBoolean();
    AtomicLong rows = new AtomicLong();
    LogFacts[] facts = new LogFacts[1];
    try (var registration = context.cli().interrupts().onInterrupt(() -> stopped.set(true))) {
      boolean follow = context.has(LogFlags.FOLLOW);
      List<LogSource> sources = context.sources(follow ? stopped::get : null);
      LogOutput.print(
          context,
          out -> {
            WindowRows windows = new WindowRows(name, sources.size(), out, follow, rows);
            facts[0] =
                LogAlgebra.windows(
                    sources,
                    LogFlags.selection(context.parsed()),
                    length,
                    context.problems(),
                    windows);
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
        rows = LogFormat.of(name, flags.unit(facts), flags.percentiles(), out);
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
}
