package dev.takt.cli.log;

import dev.takt.cli.render.log.Hgrm;
import dev.takt.cli.spi.NewFile;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.spi.render.RawUnit;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Moment;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Prints percentile distributions of logs, as HdrHistogram's plotter reads them.
///
/// @param flags of the command
record LogSpectra(LogContext context, SummaryFlags flags) {

  int print(LogSummary summary) throws IOException {
    double ratio =
        flags.hasUnit() ? flags.unit(summary.facts()).divisor() : ratioOfMilliseconds(summary);
    Path path = context.path(Options.OUT);
    List<Series> all = summary.series();
    if (all.size() == 1) {
      LogOutput.print(context, out -> hgrm(all.get(0), ratio, summary.facts(), out));
    } else if (path == null) {
      throw context.wrong(
          Options.FORMAT,
          EnglishText.format(
              "%d tags make %d files: name a folder with -o, choose one with --tag, or add them up with %s",
              all.size(), all.size(), LogFlags.IGNORE_TAGS));
    } else {
      writeAll(all, path, ratio, summary.facts());
    }
    return context.finish(true);
  }

  private double ratioOfMilliseconds(LogSummary summary) {
    RawUnit raw = flags.unit(summary.facts()).raw();
    return raw.isTime() ? Hgrm.DEFAULT_RATIO / raw.nanos() : 1;
  }

  private void hgrm(Series series, double ratio, LogFacts facts, Appendable out)
      throws IOException {
    Hgrm.write(series.spectrum(), flags.ticks(), ratio, facts.estimate(), out);
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
  int likeHistogramLogProcessor() throws IOException {
    if (context.has(Options.FORMAT) && !SummaryFlags.HGRM.equals(context.text(Options.FORMAT))) {
      throw context.wrong(
          SummaryFlags.HLP, "only with " + Options.FORMAT + " " + SummaryFlags.HGRM);
    }
    List<LogSource> sources = context.sources();
    if (sources.size() != 1) {
      throw context.wrong(SummaryFlags.HLP, "one log at a time");
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
            .message(
                "like HistogramLogProcessor, "
                    + SummaryFlags.HLP
                    + " looks at one tag: say --tag TAG");
      }
      return context.noSuchTag(summary.facts().tags());
    }
    double ratio = flags.hasUnit() ? flags.unit(summary.facts()).divisor() : Hgrm.DEFAULT_RATIO;
    LogOutput.print(
        context,
        out -> {
          out.append(Hgrm.startTimeLine(summary.logStart()));
          hgrm(summary.series().get(0), ratio, summary.facts(), out);
        });
    return context.finish(true);
  }
}
