package dev.takt.explain.comparison;

import dev.takt.explain.comparison.OperationSeries.IntervalCounts;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.read.IntervalLogReader;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.RunTags.Tag;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads the latencies of a run from its interval log.
public final class SeriesReader {

  /// The result of reading.
  ///
  /// @param series the intervals after the warm-up
  /// @param remarks problems of the log, for the reader
  public record ReadResult(RunSeries series, List<String> remarks) {}

  /// The maximum apparent gap between adjacent intervals: time stamps of a log are in microseconds.
  private static final long MAX_ROUNDING_GAP_NANOS = 10_000;

  /// The maximum number of values of an interval, so that weighted sums stay far from 2^63.
  private static final long MAX_VALUES = 1L << 40;

  /// The log's lines of all tags with the same start, as one interval.
  private static final class Row {
    final long start;
    long end;
    final Map<String, IntervalCounts> cells = new TreeMap<>();

    Row(long start) {
      this.start = start;
    }
  }

  private final Measure measure;
  private final boolean scheduled;
  private final TreeMap<Long, Row> rows = new TreeMap<>();
  private final TreeSet<String> names = new TreeSet<>();

  private SeriesReader(Measure measure, boolean scheduled) {
    this.measure = measure;
    this.scheduled = scheduled;
  }

  /// Reads `latency.hdr`. A line that cannot be read is skipped and mentioned in the remarks.
  ///
  /// @param measure the measure whose values are read
  /// @throws IOException with a message for people, if the log is missing or empty
  public static ReadResult read(RecordedRun run, Measure measure) throws IOException {
    Problems problems = new Problems();
    SeriesReader reader = new SeriesReader(measure, run.isScheduled());
    LogSource source = LogSource.of(log(run));
    try (IntervalLogReader log =
        IntervalLogReader.open(source, Selection.ALL.withTags(reader::isWanted), problems)) {
      for (Interval each = log.next(); each != null; each = log.next()) {
        reader.take(each, run);
      }
    }
    return new ReadResult(reader.series(run), remarks(problems));
  }

  private static List<String> remarks(Problems problems) {
    List<Problem> lost = problems.first().stream().filter(Problem::isFaultOrLoss).toList();
    if (lost.isEmpty()) {
      return List.of();
    }
    long more = problems.count(Problem.Severity.LOST) + problems.count(Problem.Severity.FAULT) - 1;
    String rest = more > 0 ? EnglishText.format(" (and %d more: see takt log check)", more) : "";
    return List.of(
        "latency.hdr:" + lost.getFirst().line() + ": " + lost.getFirst().reason() + rest);
  }

  private boolean isWanted(@Nullable String tag) {
    Tag parsed = tag == null ? null : RunTags.parse(tag);
    return parsed != null && !parsed.warmup() && isWanted(parsed);
  }

  /// Also wants the tag without an operation (the lateness): it shows that there was an interval
  /// even if nothing was completed in it.
  private boolean isWanted(Tag tag) {
    if (tag.operation() == null) {
      return true;
    }
    return tag.state() == OperationState.COMPLETED
        ? tag.measure() == measure || tag.measure() == Measure.SERVICE
        : tag.measure() == errorMeasure();
  }

  /// The measure under which each operation that did not complete has one value.
  private Measure errorMeasure() {
    return scheduled ? Measure.RESPONSE : Measure.SERVICE;
  }

  private void take(Interval interval, RecordedRun run) throws IOException {
    Tag tag = interval.tag() == null ? null : RunTags.parse(interval.tag());
    if (tag == null) {
      return;
    }
    if (!interval.counts().layout().equals(Layout.THREE_DIGITS)) {
      throw new IOException(
          log(run)
              + ":"
              + interval.line()
              + ": the histogram was not written by Takt: its layout is not nanoseconds to three digits");
    }
    if (interval.counts().total() > MAX_VALUES) {
      throw new IOException(
          log(run) + ":" + interval.line() + ": the interval has more values than a run can have");
    }
    Row row = rows.computeIfAbsent(interval.start(), Row::new);
    row.end = Math.max(row.end, interval.end());
    String operation = tag.operation();
    if (operation != null) {
      names.add(operation);
      row.cells.merge(operation, cell(tag, interval.counts()), IntervalCounts::plus);
    }
  }

  private IntervalCounts cell(Tag tag, Counts counts) {
    if (tag.state() != OperationState.COMPLETED) {
      return new IntervalCounts(new int[0], new long[0], 0, counts.total());
    }
    long completed = tag.measure() == Measure.SERVICE ? counts.total() : 0;
    return tag.measure() == measure
        ? filled(counts, completed)
        : new IntervalCounts(new int[0], new long[0], completed, 0);
  }

  private static IntervalCounts filled(Counts counts, long completed) {
    int[] slots = new int[counts.length()];
    long[] values = new long[counts.length()];
    int size = 0;
    for (int slot = 0; slot < counts.length(); slot++) {
      if (counts.at(slot) != 0) {
        slots[size] = slot;
        values[size++] = counts.at(slot);
      }
    }
    return new IntervalCounts(
        Arrays.copyOf(slots, size), Arrays.copyOf(values, size), completed, 0);
  }

  private static Path log(RecordedRun run) {
    return Objects.requireNonNull(run.directory(), run.name()).latencyLog();
  }

  private RunSeries series(RecordedRun run) throws IOException {
    if (names.isEmpty()) {
      throw new IOException(
          log(run) + ": it has no operation after the warm-up, so there is nothing to compare");
    }
    List<Long> lengths = new ArrayList<>();
    Map<String, OperationSeries.Builder> builders = new TreeMap<>();
    names.forEach(name -> builders.put(name, new OperationSeries.Builder()));
    long until = run.measureStart();
    for (Row row : rows.values()) {
      long start = Math.max(row.start, until);
      if (until != Long.MIN_VALUE && start - until > MAX_ROUNDING_GAP_NANOS) {
        // A gap: the log has no line for an interval in which nothing was recorded.
        lengths.add(start - until);
        builders.values().forEach(each -> each.add(IntervalCounts.EMPTY));
      }
      lengths.add(Math.max(1, row.end - start));
      builders.forEach((name, to) -> to.add(row.cells.getOrDefault(name, IntervalCounts.EMPTY)));
      until = Math.max(until, row.end);
    }
    Map<String, OperationSeries> operations = new TreeMap<>();
    builders.forEach((name, builder) -> operations.put(name, builder.build()));
    return new RunSeries(lengths, operations);
  }
}
