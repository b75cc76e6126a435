package dev.takt.record.log.algebra;

import dev.takt.record.log.Problem;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.Cell;
import dev.takt.record.log.scan.LogCursor.Batch;
import dev.takt.record.log.scan.Logs;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Merges several logs in the order of the time cells of their intervals. The logs are read
/// interleaved. Lines out of order are sorted if they are displaced by no more than a few ten
/// thousand lines; one displaced further is delivered late, but is delivered.
///
/// A stream that is still being written is passed on without sorting.
///
/// Not thread-safe.
final class TimeOrdered implements AutoCloseable {

  /// The maximum size of the waiting lines, in bytes.
  private static final long WAITING = 32L << 20;

  /// The size of a line without its histogram.
  private static final int OVERHEAD = 256;

  private record Waiting(Cell cell, int log, long number, RawInterval interval) {}

  private static final class Source {
    final int index;
    final Logs.Reading reading;
    Cell reached = new Cell(Long.MIN_VALUE, 0);
    boolean ended;

    Source(int index, Logs.Reading reading) {
      this.index = index;
      this.reading = reading;
    }
  }

  private final List<Source> sources = new ArrayList<>();
  private final Function<RawInterval, Cell> cellOf;
  private final boolean live;
  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(
          Comparator.comparing(Waiting::cell)
              .thenComparingInt(Waiting::log)
              .thenComparingLong(Waiting::number));
  private final Deque<RawInterval> passing = new ArrayDeque<>();
  private List<Problem> problems = new ArrayList<>();
  private long bytes;
  private long number;

  /// @param cellOf the cell of an interval; its start, if there are no cells
  TimeOrdered(Logs logs, Function<RawInterval, Cell> cellOf) throws IOException {
    this.cellOf = cellOf;
    live = logs.size() == 1 && logs.source(0).isLive();
    try {
      for (int i = 0; i < logs.size(); i++) {
        sources.add(new Source(i, logs.read(i)));
      }
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  boolean isLive() {
    return live;
  }

  /// Returns the next interval, or null at the end.
  @Nullable RawInterval next() throws IOException {
    return live ? nextLive() : nextInOrder();
  }

  private @Nullable RawInterval nextLive() throws IOException {
    Source source = sources.get(0);
    while (passing.isEmpty() && !source.ended) {
      Batch batch = source.reading.next();
      source.ended = batch == null;
      if (batch != null) {
        problems.addAll(batch.problems());
        passing.addAll(batch.intervals());
      }
    }
    return passing.poll();
  }

  private @Nullable RawInterval nextInOrder() throws IOException {
    for (Source behind = mostBehind(); behind != null && mustRead(behind); behind = mostBehind()) {
      read(behind);
    }
    Waiting first = waiting.poll();
    if (first == null) {
      return null;
    }
    bytes -= cost(first.interval);
    return first.interval;
  }

  private static long cost(RawInterval interval) {
    return (long) interval.size() + OVERHEAD;
  }

  private @Nullable Source mostBehind() {
    Source behind = null;
    for (Source each : sources) {
      if (!each.ended && (behind == null || each.reached.compareTo(behind.reached) < 0)) {
        behind = each;
      }
    }
    return behind;
  }

  private boolean mustRead(Source behind) {
    Waiting first = waiting.peek();
    return bytes < WAITING || first == null || behind.reached.compareTo(first.cell) < 0;
  }

  private void read(Source source) throws IOException {
    Batch batch = source.reading.next();
    if (batch == null) {
      source.ended = true;
      source.reading.close();
      return;
    }
    problems.addAll(batch.problems());
    for (RawInterval each : batch.intervals()) {
      Cell cell = cellOf.apply(each);
      source.reached = cell.compareTo(source.reached) > 0 ? cell : source.reached;
      waiting.add(new Waiting(cell, source.index, number++, each.detached()));
      bytes += cost(each);
    }
  }

  /// Returns the problems found since the last call.
  List<Problem> takeProblems() {
    List<Problem> taken = problems;
    problems = new ArrayList<>();
    return taken;
  }

  @Override
  public void close() throws IOException {
    for (Source each : sources) {
      each.reading.close();
    }
  }
}
