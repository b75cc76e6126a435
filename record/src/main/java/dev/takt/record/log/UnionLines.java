package dev.takt.record.log;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Gives the cells of a union their times: a cell in which a series begins or ends is trimmed to
/// the intervals in it, so that no count lies before the first interval of its series or after the
/// last.
///
/// Whether a series goes on is known when the next cell has passed. So what waits here is the lines
/// of two cells at most.
///
/// Not thread-safe.
final class UnionLines {

  /// A histogram, encoded.
  record Encoded(double max, String payload) {}

  /// What a series has in a cell: one histogram for each layout.
  ///
  /// @param start when the earliest of its intervals began
  /// @param end when the last one ended
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

    /// Whether its end is known, once there is something in a cell that starts then.
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

  /// @param grid from whose origin the times of the union count
  /// @param output is given the lines
  UnionLines(Grid grid, Consumer<String> output) {
    this.grid = grid;
    this.output = output;
  }

  /// Takes the next cell, in the order of cells.
  void accept(Sum sum) {
    Cell cell = sum.cell;
    Waiting before = cell.length() == grid.step() ? latest.get(sum.tag) : null;
    long start = Math.max(cell.start(), sum.start);
    if (before != null && before.sum.cell.end() == cell.start()) {
      before.goesOn = true;
      start = cell.start();
    }
    Waiting next = new Waiting(sum, start, number++);
    if (cell.length() == grid.step()) { // not the place of a long interval
      latest.put(sum.tag, next);
    }
    waiting.add(next);
    while (!waiting.isEmpty()
        && waiting.element().isReady(cell.start())
        && waiting.element().start <= cell.start()) {
      write(waiting.remove());
    }
  }

  /// Writes what waits at the end of the logs.
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
