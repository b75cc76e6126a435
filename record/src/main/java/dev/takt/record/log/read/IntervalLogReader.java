package dev.takt.record.log.read;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.LogCursor.Batch;
import dev.takt.record.log.scan.Logs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Reads a log interval by interval, in the order of its lines: any HdrHistogram interval log, of
/// any version and tool, with histograms of integers or doubles.
///
/// ```java
/// Problems problems = new Problems();
/// try (var reader = IntervalLogReader.open(LogSource.of(path), Selection.ALL, problems)) {
///   reader.stream().forEach(each -> System.out.println(each.tag() + " " + each.counts().total()));
/// }
/// ```
///
/// No line is skipped silently: a line that cannot be read is reported to the [Problems], and
/// reading continues with the next.
///
/// Not thread-safe.
public final class IntervalLogReader implements AutoCloseable {

  private final Logs logs;
  private final Logs.Reading reading;
  private final Problems problems;
  private final HistogramDecoder decoder = new HistogramDecoder();
  private final Deque<RawInterval> ahead = new ArrayDeque<>();

  private IntervalLogReader(Logs logs, Problems problems) throws IOException {
    this.logs = logs;
    this.reading = logs.read(0);
    this.problems = problems;
  }

  /// Opens a log.
  ///
  /// @param selection which intervals to read
  /// @param problems receives what is wrong with the log
  /// @throws IOException if it cannot be opened
  public static IntervalLogReader open(LogSource source, Selection selection, Problems problems)
      throws IOException {
    Objects.requireNonNull(problems, "problems");
    return new IntervalLogReader(new Logs(List.of(source), selection), problems);
  }

  /// Returns the next interval, or null at the end of the log.
  ///
  /// @throws IOException if the log cannot be read further
  public @Nullable Interval next() throws IOException {
    while (true) {
      while (ahead.isEmpty()) {
        Batch batch = reading.next();
        if (batch == null) {
          return null;
        }
        batch.problems().forEach(problems::add);
        ahead.addAll(batch.intervals());
      }
      RawInterval raw = ahead.remove();
      try {
        return decoded(raw);
      } catch (MalformedException e) {
        problems.add(raw.lost(e.reason()));
      }
    }
  }

  private Interval decoded(RawInterval raw) throws MalformedException {
    Counts counts = new Counts(raw.open(decoder));
    long unused = decoder.addTo(counts);
    counts.coverBuckets(decoder.declaredBuckets());
    return new Interval(raw.line(), raw.tag(), raw.start(), raw.length(), counts);
  }

  /// The remaining intervals, read lazily. If the log cannot be read further, the stream throws
  /// [UncheckedIOException].
  public Stream<Interval> stream() {
    return StreamSupport.stream(
        new Spliterators.AbstractSpliterator<Interval>(
            Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL) {
          @Override
          public boolean tryAdvance(Consumer<? super Interval> action) {
            try {
              Interval interval = next();
              if (interval != null) {
                action.accept(interval);
              }
              return interval != null;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        },
        false);
  }

  /// What the log states about itself, as far as it has been read.
  public LogFacts facts() {
    return logs.facts(reading);
  }

  /// Closes the log.
  @Override
  public void close() throws IOException {
    try (logs) {
      reading.close();
    }
  }
}
