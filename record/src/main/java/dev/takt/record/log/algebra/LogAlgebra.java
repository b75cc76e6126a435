package dev.takt.record.log.algebra;

import dev.takt.record.histogram.Correction;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.BatchWork;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.Batches;
import dev.takt.record.log.scan.Logs;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Operations on interval logs. Each method reads its logs once, on all cores, in memory that does
/// not grow with the logs. What is wrong with a log is reported to the [Problems], and the rest of
/// the log is used.
///
/// All methods throw [IOException] if a log cannot be opened or read or an output cannot be
/// written, and [ArithmeticException] if a sum has more than 2^63 - 1 values. All are thread-safe.
/// An output is called by one thread at a time, but not always by the same one.
public final class LogAlgebra {

  private LogAlgebra() {}

  /// Adds logs up by tag.
  public static LogSummary summarize(
      List<LogSource> sources, Selection selection, Problems problems) throws IOException {
    Objects.requireNonNull(sources, "sources");
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(problems, "problems");
    return Summarizer.summarize(sources, selection, problems);
  }

  /// Adds logs up by tag, in windows of equal length that count from the start of the selection or
  /// else from the logs' start. Windows without an interval are left out.
  ///
  /// @param length of a window, in nanoseconds; positive
  /// @param output receives the windows in time order, and within a window by tag
  public static LogFacts windows(
      List<LogSource> sources,
      Selection selection,
      long length,
      Problems problems,
      Rows<WindowSum> output)
      throws IOException {
    Objects.requireNonNull(sources, "sources");
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(problems, "problems");
    Objects.requireNonNull(output, "output");
    return Windows.each(sources, selection, length, problems, output);
  }

  /// Reports each interval.
  ///
  /// @param output receives the intervals of all logs in time order
  public static LogFacts intervals(
      List<LogSource> sources, Selection selection, Problems problems, Rows<IntervalRow> output)
      throws IOException {
    Objects.requireNonNull(sources, "sources");
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(problems, "problems");
    Objects.requireNonNull(output, "output");
    try (Logs logs = new Logs(sources, selection)) {
      long unused = logs.start();
      output.begin(logs.facts());
      return Intervals.each(logs, problems, () -> LogAlgebra::row, output::row);
    }
  }

  /// Processes each part of a log, in the order of its lines, on all cores.
  ///
  /// @param workers creates the work of one thread
  /// @param output receives the results in the order of the log
  public static <R> LogFacts batches(
      LogSource source,
      Problems problems,
      Supplier<? extends BatchWork<R>> workers,
      Consumer<R> output)
      throws IOException {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(problems, "problems");
    Objects.requireNonNull(workers, "workers");
    Objects.requireNonNull(output, "output");
    return Batches.each(source, 1, problems, workers, output);
  }

  /// The same with larger parts, for work with a cost per part.
  ///
  /// @param blocks the number of blocks of a part, of some 256 KB each; positive. A part is
  ///   delivered only after all its blocks are read: for a log that is still being written use 1,
  ///   or its last lines are delayed
  public static <R> LogFacts batches(
      LogSource source,
      int blocks,
      Problems problems,
      Supplier<? extends BatchWork<R>> workers,
      Consumer<R> output)
      throws IOException {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(problems, "problems");
    Objects.requireNonNull(workers, "workers");
    Objects.requireNonNull(output, "output");
    return Batches.each(source, blocks, problems, workers, output);
  }

  private static IntervalRow row(RawInterval interval, long sinceStart, Counts counts) {
    Spectrum spectrum = Spectrum.of(counts);
    return new IntervalRow(
        interval.log().name(),
        interval.tag(),
        interval.start(),
        sinceStart,
        interval.length(),
        new IntervalRow.Figures(
            spectrum.total(),
            spectrum.valueAtPercentile(50),
            spectrum.valueAtPercentile(99),
            spectrum.max()));
  }

  /// Merges several logs into one. Intervals of the same tag in the same cell of a time grid become
  /// one line. An interval belongs as a whole to the cell that contains its middle, so no count is
  /// lost or doubled. Intervals longer than one and a half cells keep their own times.
  ///
  /// @param step the length of a cell in nanoseconds, or 0 for the usual length in the logs
  /// @param prefixes the prefixes of the tags by the log's name, to keep logs apart; null to add
  ///   them up
  /// @param out is written to and not closed
  public static LogFacts union(
      List<LogSource> sources,
      Selection selection,
      long step,
      Function<String, @Nullable String> prefixes,
      OutputStream out,
      Problems problems)
      throws IOException {
    Objects.requireNonNull(sources, "sources");
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(prefixes, "prefixes");
    Objects.requireNonNull(out, "out");
    Objects.requireNonNull(problems, "problems");
    return Union.write(sources, selection, step, prefixes, out, problems);
  }

  /// Splits a log by tag.
  ///
  /// @param keepTags whether lines keep their tags, or lose them for tools that do not support tags
  public static LogFacts split(
      LogSource source,
      Selection selection,
      boolean keepTags,
      SplitTargets targets,
      Problems problems)
      throws IOException {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(targets, "targets");
    Objects.requireNonNull(problems, "problems");
    return Split.write(source, selection, keepTags, targets, problems);
  }

  /// Merges logs that were recorded with coordinated omission into one, with the estimated omitted
  /// values added; see [Correction]. Histograms of doubles cannot be corrected and are reported as
  /// problems. The result states in its header that it is an estimate.
  ///
  /// @param expectedInterval between values, in their unit, which the facts may state; positive
  /// @param label the expected interval for the header, such as `1 ms`
  /// @param out is written to and not closed
  public static LogFacts correct(
      List<LogSource> sources,
      Selection selection,
      ToLongFunction<LogFacts> expectedInterval,
      String label,
      OutputStream out,
      Problems problems)
      throws IOException {
    Objects.requireNonNull(sources, "sources");
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(expectedInterval, "expectedInterval");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(out, "out");
    Objects.requireNonNull(problems, "problems");
    try (Logs logs = new Logs(sources, selection)) {
      long base = logs.start();
      long interval = expectedInterval.applyAsLong(logs.facts());
      LogFacts facts = logs.facts().estimatedBy("expected interval " + label);
      out.write(
          LogLines.header(base, facts, "estimate for coordinated omission")
              .getBytes(StandardCharsets.UTF_8));
      return Intervals.each(
              logs,
              problems,
              () -> {
                LogLines lines = new LogLines();
                return (each, sinceStart, counts) ->
                    lines.line(
                        each.tag(),
                        each.start() - base,
                        each.length(),
                        corrected(each, counts, interval));
              },
              line -> put(out, line))
          .estimatedBy("expected interval " + label);
    }
  }

  private static Counts corrected(RawInterval interval, Counts counts, long expectedInterval)
      throws MalformedException {
    if (interval.histogram().fractional()) {
      throw new MalformedException("a histogram of doubles cannot be corrected");
    }
    try {
      return Correction.corrected(counts, expectedInterval);
    } catch (IllegalArgumentException e) {
      throw new MalformedException(String.valueOf(e.getMessage()));
    } catch (ArithmeticException e) {
      throw new MalformedException("corrected, it would have more than 2^63 - 1 values");
    }
  }

  private static void put(OutputStream out, String line) {
    try {
      out.write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
