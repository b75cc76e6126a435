package dev.takt.record.log.algebra;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.Cell;
import dev.takt.record.log.scan.IntervalDecoder;
import dev.takt.record.log.scan.Logs;
import dev.takt.record.log.scan.OrderedParallelPipeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Processes the intervals of several logs one by one in time order, on all cores.
final class Intervals {

  /// Processes one interval. Used by one thread.
  interface Work<R> {
    /// @param sinceStart the time from the logs' start to its begin, in nanoseconds
    /// @param counts its histogram, which must not be kept
    /// @throws MalformedException if the interval cannot be processed
    R of(RawInterval interval, long sinceStart, Counts counts) throws MalformedException;
  }

  private static final int PIECE = 1 << 17;

  private record Piece(List<RawInterval> intervals, List<Problem> problems) {}

  private record Done<R>(List<R> results, List<Problem> problems) {}

  private Intervals() {}

  static <R> LogFacts each(
      Logs logs, Problems problems, Supplier<Work<R>> workers, Consumer<R> output)
      throws IOException {
    long start = logs.start();
    try (TimeOrdered input = new TimeOrdered(logs, each -> new Cell(each.start(), 0))) {
      OrderedParallelPipeline.<Piece, Done<R>>run(
          () -> piece(input),
          () -> worker(workers.get(), start),
          done -> {
            done.problems().forEach(problems::add);
            done.results().forEach(output);
          });
    }
    return logs.facts();
  }

  @SuppressWarnings("NullAway") // null marks the end of the input
  private static Piece piece(TimeOrdered input) throws IOException {
    List<RawInterval> intervals = new ArrayList<>();
    int bytes = 0;
    while (bytes < (input.isLive() ? 1 : PIECE)) {
      RawInterval next = input.next();
      if (next == null) {
        break;
      }
      intervals.add(next);
      bytes += next.size();
    }
    List<Problem> found = input.takeProblems();
    return intervals.isEmpty() && found.isEmpty() ? null : new Piece(intervals, found);
  }

  private static <R> Function<Piece, Done<R>> worker(Work<R> work, long start) {
    IntervalDecoder decoder = new IntervalDecoder();
    return piece -> {
      List<R> results = new ArrayList<>(piece.intervals().size());
      List<Problem> found = new ArrayList<>(piece.problems());
      for (RawInterval each : piece.intervals()) {
        try {
          results.add(work.of(each, each.start() - start, decoder.decode(each)));
        } catch (MalformedException e) {
          found.add(each.lost(e.reason()));
        }
      }
      return new Done<>(results, found);
    };
  }
}
