package dev.takt.record.log.algebra;

import dev.takt.record.log.scan.Cell;
import dev.takt.record.log.scan.Grid;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sets the times of the cells of a union. A cell in which a series begins or ends is trimmed to
/// the intervals in it, so that no count lies before the first interval of its series or after the
/// last.
///
/// Whether a series continues is known once the next cell has passed. So at most the lines of two
/// cells are buffered.
///
/// Not thread-safe.
final class UnionLines {

  /// An encoded histogram.
  record Encoded(double max, String payload) {}

  /// The sum of a series in a cell: one histogram for each layout.
  ///
  /// @param start the begin of the earliest of its intervals
  /// @param end the end of the last one
  record Sum(@Nullable String tag, Cell cell, long start, long end, List<Encoded> histograms) {}

  private static final class Waiting {
    final Sum sum;
    final long start;
    final long number;
    boolean goesOn;

    Waiting(Sum sum, long start, long number) {
      this.sum = sum;
      this.start = start;
      this.number = number;
    }

    long end() {
      return goesOn ? sum.cell.end() : Math.min(sum.cell.end(), sum.end);
    }

    /// Whether its end is known. It may depend on whether an interval follows in the cell that
    /// starts there.
    boolean isReady(long reached) {
      return goesOn || sum.end >= sum.cell.end() || sum.cell.end() < reached;
    }
  }

  private final Grid grid;
  private final Consumer<String> output;
  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong((Waiting each) -> each.start)
              .thenComparingLong(each -> each.number));
  private final Map<@Nullable String, Waiting> latest = new HashMap<>();
  private long number;

  /// @param grid the times of the union count from its origin
  /// @param output receives the lines
  UnionLines(Grid grid, Consumer<String> output) {
    this.grid = grid;
    this.output = output;
  }

  /// Adds the next cell, in the order of cells.
  void accept(Sum sum) {
    Cell cell = sum.cell;
    Waiting before = cell.length() == grid.step() ? latest.get(sum.tag) : null;
    long start = Math.max(cell.start(), sum.start);
    if (before != null && before.sum.cell.end() == cell.start()) {
      before.goesOn = true;
      start = cell.start();
    }
    Waiting next = new Waiting(sum, start, number++);
    if (cell.length() == grid.step()) { // not the cell of a long interval
      latest.put(sum.tag, next);
    }
    waiting.add(next);
    while (!waiting.isEmpty()
        && waiting.element().isReady(cell.start())
        && waiting.element().start <= cell.start()) {
      write(waiting.remove());
    }
  }

  /// Writes the buffered lines at the end of the logs.
  void finish() {
    while (!waiting.isEmpty()) {
      write(waiting.remove());
    }
  }

  private void write(Waiting cell) {
    for (Encoded each : cell.sum.histograms) {
      output.accept(
          LogLines.line(
              cell.sum.tag,
              cell.start - grid.origin(),
              cell.end() - cell.start,
              each.max,
              each.payload));
    }
  }
}
