package dev.takt.cli.log;

import dev.takt.cli.spi.NewFile;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.report.plot.axis.ValueScale;
import dev.takt.report.plot.drawing.PlotFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;

/// `takt log plot`: plots logs.
final class LogPlots {

  private static final String WINDOW = "--window";
  static final String RELATIVE = "--relative";
  private static final String SCALE = "--scale";
  static final String TITLE = "--title";

  private final LogContext context;
  private final Selection selection;

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
    Long window = FlagValues.optionalTime(context.parsed(), WINDOW);
    List<LogSource> sources = context.sources();
    try (SpooledLogs spooled = SpooledLogs.of(sources)) {
      List<PlotContent.Log> logs = new ArrayList<>();
      Set<String> tags = new TreeSet<>();
      for (LogSource each : spooled.sources()) {
        LogSummary summary = LogAlgebra.summarize(List.of(each), selection, context.problems());
        logs.add(new PlotContent.Log(each, summary));
        tags.addAll(summary.facts().tags());
      }
      if (logs.stream().allMatch(each -> each.summary().series().isEmpty())) {
        return context.noSuchTag(List.copyOf(tags));
      }
      try (NewFile file = NewFile.create(path, context.has(Options.FORCE))) {
        format.write(new PlotContent(context, selection).drawing(logs, scale, window), file);
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
}
