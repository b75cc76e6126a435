package dev.takt.record.log.scan;

import dev.takt.record.log.BatchWork;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.LogCursor.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Processes one log in the order of its lines, on all cores.
public final class Batches {

  private record Done<R>(R result, List<Problem> problems) {}

  private Batches() {}

  public static <R> LogFacts each(
      LogSource source,
      int blocks,
      Problems problems,
      Supplier<? extends BatchWork<R>> workers,
      Consumer<R> output)
      throws IOException {
    try (Logs logs = new Logs(List.of(source), Selection.ALL)) {
      long start = logs.start();
      try (Logs.Reading reading = logs.read(0)) {
        OrderedParallelPipeline.<Batch, Done<R>>run(
            new Parts(reading, new ValueTypeCheck(RawInterval::tag), blocks)::next,
            () -> worker(workers.get(), start),
            done -> {
              done.problems().forEach(problems::add);
              output.accept(done.result());
            });
      }
      return logs.facts();
    }
  }

  /// Combines blocks into parts. For one thread at a time.
  private static final class Parts {

    private final Logs.Reading reading;
    private final ValueTypeCheck kinds;
    private final int blocks;

    /// Why reading stopped. It is thrown after what was read before is processed.
    private @Nullable IOException failure;

    Parts(Logs.Reading reading, ValueTypeCheck kinds, int blocks) {
      this.reading = reading;
      this.kinds = kinds;
      this.blocks = blocks;
    }

    @SuppressWarnings("NullAway") // null marks the end of the input
    Batch next() throws IOException {
      if (failure != null) {
        throw failure;
      }
      Batch batch = reading.next();
      if (batch == null) {
        return null;
      }
      List<RawInterval> intervals = batch.intervals();
      List<Problem> found = kinds.removeMismatched(intervals);
      found.addAll(batch.problems());
      for (int i = 1; i < blocks; i++) {
        Batch more = nextUnlessItFails();
        if (more == null) {
          break;
        }
        found.addAll(kinds.removeMismatched(more.intervals()));
        found.addAll(more.problems());
        intervals.addAll(more.intervals());
      }
      return new Batch(intervals, found);
    }

    private @Nullable Batch nextUnlessItFails() {
      try {
        return reading.next();
      } catch (IOException e) {
        failure = e;
        return null;
      }
    }
  }

  private static <R> Function<Batch, Done<R>> worker(BatchWork<R> work, long start) {
    return batch -> {
      List<Problem> found = new ArrayList<>(batch.problems());
      return new Done<>(work.of(start, batch.intervals(), found::add), found);
    };
  }
}
