package dev.takt.record.log.algebra;

import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.LogCursor.Batch;
import dev.takt.record.log.scan.Logs;
import dev.takt.record.log.scan.OrderedParallelPipeline;
import dev.takt.record.log.scan.ValueTypeCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Adds logs up by tag. Sums do not depend on an order, so each thread has its own sums and adds
/// the next available block of lines to them.
final class Summarizer {

  private final Logs logs;
  private final Problems problems;
  private final List<Worker> workers = new ArrayList<>();
  private final ValueTypeCheck kinds = new ValueTypeCheck(RawInterval::tag);
  private Logs.@Nullable Reading current;
  private int next;

  private Summarizer(Logs logs, Problems problems) {
    this.logs = logs;
    this.problems = problems;
  }

  static LogSummary summarize(List<LogSource> sources, Selection selection, Problems problems)
      throws IOException {
    try (Logs logs = new Logs(sources, selection)) {
      return new Summarizer(logs, problems).run();
    }
  }

  private LogSummary run() throws IOException {
    try {
      OrderedParallelPipeline.run(
          this::supply, this::worker, found -> found.forEach(problems::add));
    } finally {
      if (current != null) {
        current.close();
      }
    }
    return result();
  }

  private @Nullable Batch supply() throws IOException {
    while (current != null || next < logs.size()) {
      if (current == null) {
        current = logs.read(next++);
      }
      Batch batch = current.next();
      if (batch != null) {
        List<Problem> found = kinds.removeMismatched(batch.intervals());
        found.addAll(batch.problems());
        return new Batch(batch.intervals(), found);
      }
      current.close();
      current = null;
    }
    return null;
  }

  private synchronized Function<Batch, List<Problem>> worker() {
    Worker worker = new Worker();
    workers.add(worker);
    return worker::add;
  }

  private static final class Worker {

    private final HistogramDecoder decoder = new HistogramDecoder();
    private final Map<@Nullable String, SeriesSum> sums = new HashMap<>();

    List<Problem> add(Batch batch) {
      List<Problem> found = new ArrayList<>(batch.problems());
      for (RawInterval each : batch.intervals()) {
        try {
          sums.computeIfAbsent(each.tag(), SeriesSum::new).add(each, decoder);
        } catch (MalformedException e) {
          found.add(each.lost(e.reason()));
        }
      }
      found.sort(Comparator.comparingLong(Problem::line));
      return found;
    }
  }

  private LogSummary result() {
    Map<@Nullable String, SeriesSum> sums = new HashMap<>();
    for (Worker worker : workers) {
      worker.sums.forEach((tag, sum) -> sums.computeIfAbsent(tag, SeriesSum::new).add(sum));
    }
    List<Series> series =
        sums.values().stream()
            .map(SeriesSum::toSeries)
            .filter(Objects::nonNull)
            .sorted(
                Comparator.comparing(Series::tag, Comparator.nullsFirst(Comparator.naturalOrder())))
            .toList();
    long start = series.stream().mapToLong(Series::start).min().orElse(0);
    long end = series.stream().mapToLong(Series::end).max().orElse(0);
    long intervals = series.stream().mapToLong(Series::intervals).sum();
    return new LogSummary(series, start, end, logs.startSeen(), intervals, logs.facts());
  }
}
