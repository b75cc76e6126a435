package dev.takt.record.log.algebra;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.IntervalDecoder;
import dev.takt.record.log.scan.LogCursor.Batch;
import dev.takt.record.log.scan.Logs;
import dev.takt.record.log.scan.OrderedParallelPipeline;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Splits a log by tag. Histograms in the newest encoding are copied unchanged, but decoded first:
/// damaged ones are reported, not copied.
final class Split {

  private record Line(@Nullable String tag, String text) {}

  private record Lines(List<Line> lines, List<Problem> problems) {}

  private final Logs logs;
  private final boolean keepTags;
  private final SplitTargets targets;
  private final Problems problems;
  private final Map<@Nullable String, OutputStream> outputs = new HashMap<>();

  private Split(Logs logs, boolean keepTags, SplitTargets targets, Problems problems) {
    this.logs = logs;
    this.keepTags = keepTags;
    this.targets = targets;
    this.problems = problems;
  }

  static LogFacts write(
      LogSource source,
      Selection selection,
      boolean keepTags,
      SplitTargets targets,
      Problems problems)
      throws IOException {
    try (Logs logs = new Logs(List.of(source), selection)) {
      return new Split(logs, keepTags, targets, problems).run();
    }
  }

  private LogFacts run() throws IOException {
    long base = logs.start();
    LogFacts facts = logs.facts();
    try (Logs.Reading reading = logs.read(0)) {
      OrderedParallelPipeline.<Batch, Lines>run(
          reading::next,
          () -> worker(base),
          lines -> put(lines, reading.header().name(), base, facts));
    } finally {
      close();
    }
    return logs.facts();
  }

  private Function<Batch, Lines> worker(long base) {
    IntervalDecoder decoder = new IntervalDecoder();
    LogLines encoder = new LogLines();
    return batch -> {
      List<Line> lines = new ArrayList<>(batch.intervals().size());
      List<Problem> found = new ArrayList<>(batch.problems());
      for (RawInterval each : batch.intervals()) {
        try {
          lines.add(new Line(each.tag(), line(each, base, decoder.decode(each), encoder)));
        } catch (MalformedException e) {
          found.add(each.lost(e.reason()));
        }
      }
      return new Lines(lines, found);
    };
  }

  private String line(RawInterval interval, long base, Counts counts, LogLines encoder) {
    String tag = keepTags ? interval.tag() : null;
    long stamp = interval.start() - base;
    String payload = interval.histogram().text();
    return payload.startsWith("HISTF") || interval.histogram().fractional()
        ? LogLines.line(tag, stamp, interval.length(), counts.max(), payload)
        : encoder.line(tag, stamp, interval.length(), counts);
  }

  private void put(Lines lines, String log, long base, LogFacts facts) {
    lines.problems().forEach(problems::add);
    try {
      for (Line each : lines.lines()) {
        OutputStream out = outputs.get(each.tag());
        if (out == null) {
          out = targets.open(log, each.tag());
          outputs.put(each.tag(), out);
          out.write(
              LogLines.header(base, facts, "part of a split log").getBytes(StandardCharsets.UTF_8));
        }
        out.write(each.text().getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void close() throws IOException {
    IOException failure = null;
    for (OutputStream each : outputs.values()) {
      try {
        each.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
