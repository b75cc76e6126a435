package dev.takt.record.log;

import dev.takt.record.histogram.Correction;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.histogram.Spectrum;
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

/// What can be made of interval logs. Each method reads its logs once, on all cores, in memory that
/// does not grow with them. What is wrong with a log is told to the [Problems], and everything else
/// in it is used.
///
/// All methods throw [IOException] if a log cannot be opened or read or an output cannot be
/// written, and [ArithmeticException] if a sum has more than 2^63 - 1 values. All are thread-safe.
/// An output is called by one thread at a time, not always the same.
public final class LogAlgebra {

  private LogAlgebra() {}

  /// Adds logs up, tag by tag.
  public static LogSummary summarize(
      List<LogSource> sources, Selection selection, Problems problems) throws IOException {
    Objects.requireNonNull(sources, "sources");
    Objects.requireNonNull(selection, "selection");
    Objects.requireNonNull(problems, "problems");
    return Summarizer.summarize(sources, selection, problems);
  }

  /// Adds logs up tag by tag in windows of equal length, which count from the beginning of the
  /// selection or else from the logs' start. Windows without an interval are left out.
  ///
  /// @param length of a window, in nanoseconds; positive
  /// @param output is given the windows in the order of time, and in a window tag by tag
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

  /// Tells of each interval by itself.
  ///
  /// @param output is given the intervals of all logs in the order of time
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

  /// Makes something of each part of a log, in the order of its lines, on all cores.
  ///
  /// @param workers makes the work of one thread
  /// @param output is given the results in the order of the log
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

  /// The same with larger parts, for work that costs something for each of them.
  ///
  /// @param blocks of how many blocks of some 256 KB a part is; positive. No part is handed on
  ///   before all of them are read: of a log that is still being written, 1 is to be taken, or its
  ///   last lines come late
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
        spectrum.total(),
        spectrum.valueAtPercentile(50),
        spectrum.valueAtPercentile(99),
        spectrum.max());
  }

  /// Writes several logs as one. What the same tag has in the same cell of a grid of time becomes
  /// one line; an interval goes to the cell in which its middle lies, as a whole, so that no count
  /// is lost or doubled. Intervals that are longer than a cell and a half keep their own times.
  ///
  /// @param step the length of a cell in nanoseconds, or 0 for what is usual in the logs
  /// @param prefixes what to put before the tags of a log, by the log's name, so that logs stay
  ///   apart; null to add them up
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

  /// Takes a log apart by tag.
  ///
  /// @param keepTags whether lines keep their tags, or lose them for tools that cannot look inside
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

  /// Writes logs that were recorded with coordinated omission as one, with what was left out added
  /// by estimate; see [Correction]. Histograms of doubles cannot be corrected, and are told to the
  /// problems. The result says in its header that it is an estimate.
  ///
  /// @param expectedInterval between values, in their unit, which the facts may tell; positive
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
    if (interval.fractional()) {
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
