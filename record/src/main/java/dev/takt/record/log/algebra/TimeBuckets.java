package dev.takt.record.log.algebra;

import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.Cell;
import dev.takt.record.log.scan.Logs;
import dev.takt.record.log.scan.OrderedParallelPipeline;
import dev.takt.record.log.scan.ValueTypeCheck;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Adds up intervals of the same series in the same cell of time, in time order, on all cores.
///
/// A piece of work is a run of lines, cut at the end of a cell if possible. The thread that decodes
/// the lines also finishes the cells (computes percentiles, encodes). Only a cell larger than a
/// piece is combined later, in the ordered stage.
///
/// @param <R> the type of the result of a cell of a series
final class TimeBuckets<R> {

  /// Determines the series of an interval.
  interface Key {
    @Nullable String of(RawInterval interval);
  }

  /// Computes the result of a cell's sum, which it must not keep. Used by one thread.
  interface Finisher<R> {
    R finish(Cell cell, SeriesSum sum);
  }

  private static final int PIECE_BYTES = 1 << 18;
  private static final int MAX_PIECE_BYTES = 1 << 22;

  private static final Comparator<@Nullable String> UNTAGGED_FIRST =
      Comparator.nullsFirst(Comparator.naturalOrder());

  /// Lines of one or more cells.
  ///
  /// @param begins whether it contains the begin of its first cell
  /// @param ends whether it contains the end of its last cell
  private record Piece(
      List<RawInterval> intervals, List<Problem> problems, boolean begins, boolean ends) {}

  /// The result of one cell in one piece: finished, or partial sums to be combined.
  private record Part<R>(Cell cell, List<R> finished, List<SeriesSum> sums, boolean ends) {}

  private record Done<R>(List<Part<R>> parts, List<Problem> problems) {}

  private final TimeOrdered input;
  private final Function<RawInterval, Cell> cellOf;
  private final Key key;
  private final Supplier<Finisher<R>> finishers;
  private final Problems problems;
  private final Consumer<R> output;
  private final Finisher<R> lastFinisher;
  private final ValueTypeCheck kinds;
  private final TreeMap<@Nullable String, SeriesSum> open = new TreeMap<>(UNTAGGED_FIRST);
  private @Nullable RawInterval held;
  private @Nullable Cell openCell;
  private @Nullable Cell furthest;
  private boolean midCell;

  private TimeBuckets(
      TimeOrdered input,
      Function<RawInterval, Cell> cellOf,
      Key key,
      Supplier<Finisher<R>> finishers,
      Problems problems,
      Consumer<R> output) {
    this.input = input;
    this.cellOf = cellOf;
    this.key = key;
    this.kinds = new ValueTypeCheck(key::of);
    this.finishers = finishers;
    this.problems = problems;
    this.output = output;
    this.lastFinisher = finishers.get();
  }

  /// Processes the logs to their end.
  ///
  /// @param cellOf determines the cell of an interval
  /// @param output receives the results cell by cell, and within a cell by series
  static <R> void run(
      Logs logs,
      Function<RawInterval, Cell> cellOf,
      Key key,
      Supplier<Finisher<R>> finishers,
      Problems problems,
      Consumer<R> output)
      throws IOException {
    try (TimeOrdered input = new TimeOrdered(logs, cellOf)) {
      TimeBuckets<R> cells = new TimeBuckets<>(input, cellOf, key, finishers, problems, output);
      OrderedParallelPipeline.run(cells::nextPiece, cells::worker, cells::handOn);
      cells.finishOpen();
    }
  }

  // ---- in order, before the work

  private @Nullable Piece nextPiece() throws IOException {
    List<RawInterval> intervals = new ArrayList<>();
    boolean begins = !midCell;
    boolean ends = true;
    int bytes = 0;
    Cell cell = null;
    List<Problem> late = new ArrayList<>();
    for (RawInterval next = take(); next != null; next = take()) {
      Cell cellOfNext = cellOf.apply(next);
      if (cell != null && !cellOfNext.equals(cell) && (input.isLive() || bytes >= PIECE_BYTES)) {
        held = next;
        break;
      }
      if (bytes >= MAX_PIECE_BYTES) {
        held = next;
        ends = !cellOfNext.equals(cell);
        break;
      }
      if (furthest != null && cellOfNext.compareTo(furthest) < 0) {
        late.add(next.late());
      } else {
        furthest = cellOfNext;
      }
      cell = cellOfNext;
      bytes += next.size();
      intervals.add(next);
    }
    if (!intervals.isEmpty()) {
      midCell = !ends;
    }
    List<Problem> found = kinds.removeMismatched(intervals);
    found.addAll(late);
    found.addAll(input.takeProblems());
    return intervals.isEmpty() && found.isEmpty()
        ? null
        : new Piece(intervals, found, begins, ends);
  }

  private @Nullable RawInterval take() throws IOException {
    RawInterval next = held;
    held = null;
    return next != null ? next : input.next();
  }

  // ---- in parallel

  private Function<Piece, Done<R>> worker() {
    return new Worker()::work;
  }

  private final class Worker {

    private final HistogramDecoder decoder = new HistogramDecoder();
    private final Finisher<R> finisher = finishers.get();
    private final Deque<SeriesSum> spare = new ArrayDeque<>();

    Done<R> work(Piece piece) {
      List<Part<R>> parts = new ArrayList<>();
      List<Problem> found = new ArrayList<>(piece.problems());
      List<RawInterval> intervals = piece.intervals();
      int from = 0;
      while (from < intervals.size()) {
        Cell cell = cellOf.apply(intervals.get(from));
        int to = from;
        while (to < intervals.size() && cellOf.apply(intervals.get(to)).equals(cell)) {
          to++;
        }
        boolean begins = from > 0 || piece.begins();
        boolean ends = to < intervals.size() || piece.ends();
        parts.add(part(cell, sums(intervals.subList(from, to), found), begins, ends));
        from = to;
      }
      return new Done<>(parts, found);
    }

    private Map<@Nullable String, SeriesSum> sums(
        List<RawInterval> intervals, List<Problem> found) {
      TreeMap<@Nullable String, SeriesSum> sums = new TreeMap<>(UNTAGGED_FIRST);
      for (RawInterval each : intervals) {
        try {
          sums.computeIfAbsent(key.of(each), this::fresh).add(each, decoder);
        } catch (MalformedException e) {
          found.add(each.lost(e.reason()));
        }
      }
      return sums;
    }

    /// Counts take some hundred kilobytes, so they are reused.
    private SeriesSum fresh(@Nullable String tag) {
      SeriesSum sum = spare.poll();
      if (sum == null) {
        return new SeriesSum(tag);
      }
      sum.reuse(tag);
      return sum;
    }

    private Part<R> part(
        Cell cell, Map<@Nullable String, SeriesSum> sums, boolean begins, boolean ends) {
      if (!begins || !ends) {
        return new Part<>(cell, List.of(), List.copyOf(sums.values()), ends);
      }
      List<R> finished = new ArrayList<>(sums.size());
      for (SeriesSum each : sums.values()) {
        if (each.intervals() > 0) {
          finished.add(finisher.finish(cell, each));
        }
        spare.add(each);
      }
      return new Part<>(cell, finished, List.of(), true);
    }
  }

  // ---- in order, after the work

  private void handOn(Done<R> done) {
    done.problems().forEach(problems::add);
    for (Part<R> part : done.parts()) {
      if (!part.cell().equals(openCell)) {
        finishOpen();
      }
      openCell = part.cell();
      for (SeriesSum each : part.sums()) {
        open.computeIfAbsent(each.tag(), SeriesSum::new).add(each);
      }
      if (part.ends()) {
        finishOpen();
      }
      part.finished().forEach(output);
    }
  }

  private void finishOpen() {
    for (SeriesSum each : open.values()) {
      if (each.intervals() > 0) {
        output.accept(lastFinisher.finish(Objects.requireNonNull(openCell), each));
      }
    }
    open.clear();
  }
}
