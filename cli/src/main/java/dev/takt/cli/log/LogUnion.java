package dev.takt.cli.log;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.algebra.LogAlgebra;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// `takt log union`: merges several logs into one.
final class LogUnion {

  private static final String INTERVAL = "--interval";
  private static final String TAG_BY = "--tag-by";

  private LogUnion() {}

  static CommandSpec spec() {
    String[] examples = {
      "  takt log union a.hdr b.hdr -o both.hdr             counts of the same tag and time add up",
      "  takt log union 'machine-*.hdr' -o fleet.hdr --interval 10s",
      "  takt log union 'machine-*.hdr' -o fleet.hdr --tag-by file    machine-1::read-rt, ...",
      "",
      "Intervals are put on a common grid of time. Each goes, as a whole, where its middle lies: no",
      "count is lost or doubled, and times move by at most half an interval.",
    };
    return LogFlags.command(
        "union",
        "Writes several logs as one, aligned in time.",
        examples,
        LogFlags.selecting(
            Options.output("OUT", "The new log; - for standard output"),
            Options.text(INTERVAL, "TIME", "The grid's step (default: what is usual in the logs)"),
            Options.text(TAG_BY, "file", "Keep logs apart: put the file's name before its tags"),
            Options.flag(Options.FORCE, "Write over a file that exists")));
  }

  static int run(LogContext context) throws IOException {
    List<LogSource> sources = context.sources();
    Function<String, @Nullable String> prefixes = prefixes(context, sources);
    Long step = FlagValues.optionalTime(context.parsed(), INTERVAL);
    return LogOutput.write(
        context,
        sources,
        (out, selection) ->
            LogAlgebra.union(
                sources, selection, step == null ? 0 : step, prefixes, out, context.problems()));
  }

  private static Function<String, @Nullable String> prefixes(
      LogContext context, List<LogSource> sources) {
    String by = context.text(TAG_BY);
    if (by == null) {
      return log -> null;
    }
    if (!by.equals("file")) {
      throw context.wrong(TAG_BY, "expected file, found '" + by + "'");
    }
    Map<String, String> names = LogFiles.shortNames(sources.stream().map(LogSource::name).toList());
    return names::get;
  }
}
