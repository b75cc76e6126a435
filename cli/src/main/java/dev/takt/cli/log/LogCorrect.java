package dev.takt.cli.log;

import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.spi.render.RawUnit;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// `takt log correct`: estimates the values that a log lacks because of coordinated omission.
final class LogCorrect {

  private static final String EXPECTED = "--expected-interval";

  private LogCorrect() {}

  static CommandSpec spec() {
    String[] examples = {
      "  takt log correct closed-loop.hdr --expected-interval 1ms -o estimate.hdr",
      "  takt log correct closed-loop.hdr --expected-interval 1ms -o - | takt log summarize -",
      "",
      "For logs of closed-loop tools, which wait for a response before they send again. For each value v",
      "above the expected interval e, the omitted requests v - e, v - 2e ... down to e are added. The",
      "result is an ESTIMATE and is marked as such wherever it is shown. Takt's own logs need no",
      "correction: they contain every scheduled operation.",
    };
    return LogFlags.command(
        "correct",
        "Estimates what coordinated omission left out.",
        examples,
        LogFlags.selecting(
            Options.text(EXPECTED, "TIME", "The expected interval between requests"),
            Options.text(
                LogFlags.VALUES, "ns|us|ms|s", "The unit of the log's values (default ns)"),
            Options.output("OUT", "The new log; - for standard output"),
            Options.flag(Options.FORCE, "Write over a file that exists")));
  }

  static int run(LogContext context) throws IOException {
    Long nanos = FlagValues.optionalTime(context.parsed(), EXPECTED);
    if (nanos == null) {
      throw FlagValues.wrong(
          context.parsed(), "the expected interval is missing: set " + EXPECTED + " 1ms");
    }
    String label = Units.time(nanos);
    List<LogSource> sources = context.sources();
    return LogOutput.write(
        context,
        sources,
        (out, selection) ->
            LogAlgebra.correct(
                sources,
                selection,
                facts -> inValues(nanos, LogFlags.rawUnit(context.parsed(), facts)),
                label,
                out,
                context.problems()));
  }

  private static long inValues(long nanos, RawUnit unit) {
    return Math.max(1, Math.round(nanos / unit.nanos()));
  }
}
