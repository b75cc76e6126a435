package dev.takt.explain.compare;

import dev.takt.explain.compare.OperationSeries.Cell;
import dev.takt.record.histogram.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/// One operation of all runs of one side, laid out so that it can be added up again and again with
/// other weights.
///
/// Immutable and thread-safe; each thread brings a [Sums] of its own.
final class SideData {

  /// One run.
  ///
  /// @param slots of each interval, as places in the table of those that occur
  /// @param counts for each of them
  /// @param cells the intervals
  /// @param nanos their lengths
  @SuppressWarnings("ArrayRecordComponent") // never compared, and not handed out
  record Run(int[][] slots, long[][] counts, List<Cell> cells, long[] nanos) {
    int size() {
      return nanos.length;
    }
  }

  /// What intervals add up to.
  static final class Sums {
    private final long[] counts;
    private long values;
    private long completed;
    private long errors;
    private double nanos;

    private Sums(int slots) {
      counts = new long[slots];
    }

    void clear() {
      Arrays.fill(counts, 0);
      values = 0;
      completed = 0;
      errors = 0;
      nanos = 0;
    }

    /// Adds the intervals of a run, each as often as its weight says.
    void add(Run run, int[] weights) {
      for (int i = 0; i < weights.length; i++) {
        if (weights[i] != 0) {
          add(run, i, weights[i]);
        }
      }
    }

    private void add(Run run, int interval, int weight) {
      int[] slots = run.slots[interval];
      long[] more = run.counts[interval];
      for (int i = 0; i < slots.length; i++) {
        long count = more[i] * weight;
        counts[slots[i]] += count;
        values += count;
      }
      Cell cell = run.cells.get(interval);
      completed += cell.completed() * weight;
      errors += cell.errors() * weight;
      nanos += (double) run.nanos[interval] * weight;
    }
  }

  private static final double NANOS_PER_SECOND = 1e9;

  private final List<Run> runs;
  private final int[] used;
  private final Sums all;

  SideData(List<RunSeries> series, String operation) {
    List<OperationSeries> operations =
        series.stream().map(each -> operationOf(each, operation)).toList();
    used =
        operations.stream()
            .flatMap(each -> each.cells().stream())
            .flatMapToInt(each -> Arrays.stream(each.slots()))
            .distinct()
            .sorted()
            .toArray();
    List<Run> laidOut = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      laidOut.add(run(series.get(i), operations.get(i)));
    }
    runs = List.copyOf(laidOut);
    all = new Sums(used.length);
    for (Run each : runs) {
      int[] once = new int[each.size()];
      Arrays.fill(once, 1);
      all.add(each, once);
    }
  }

  private static OperationSeries operationOf(RunSeries run, String name) {
    OperationSeries found = run.operations().get(name);
    if (found == null) {
      throw new IllegalArgumentException("there is no operation " + name);
    }
    return found;
  }

  private Run run(RunSeries series, OperationSeries operation) {
    int[][] slots = new int[operation.size()][];
    long[][] counts = new long[operation.size()][];
    for (int i = 0; i < slots.length; i++) {
      Cell cell = operation.cells().get(i);
      counts[i] = cell.counts();
      slots[i] = Arrays.stream(cell.slots()).map(slot -> Arrays.binarySearch(used, slot)).toArray();
    }
    long[] nanos = series.lengths().stream().mapToLong(Long::longValue).toArray();
    return new Run(slots, counts, operation.cells(), nanos);
  }

  List<Run> runs() {
    return runs;
  }

  Sums sums() {
    return new Sums(used.length);
  }

  /// Everything, once.
  Sums all() {
    return all;
  }

  int intervals() {
    return runs.stream().mapToInt(Run::size).sum();
  }

  long values() {
    return all.values;
  }

  long errors() {
    return all.errors;
  }

  long operations() {
    return all.completed + all.errors;
  }

  /// In how many intervals an operation did not complete.
  int intervalsWithErrors() {
    return count(each -> each.errors() > 0);
  }

  /// In how many intervals there is a value as high as a percentile of all.
  int intervalsReaching(Figure.Percentile percentile) {
    int slot = used[placeOf(percentile, all)];
    return count(each -> each.reaches(slot));
  }

  private int count(Predicate<Cell> wanted) {
    return (int) runs.stream().flatMap(each -> each.cells().stream()).filter(wanted).count();
  }

  /// How wide the slot is that a figure was read from, as a part of its value: times are known to
  /// three digits only.
  double slotWidth(Figure figure) {
    if (!(figure instanceof Figure.Percentile percentile) || all.values == 0) {
      return 0;
    }
    int slot = used[placeOf(percentile, all)];
    double highest = Layout.THREE_DIGITS.highest(slot);
    return (highest - Layout.THREE_DIGITS.lowest(slot) + 1) / Math.max(1, highest);
  }

  /// A figure of sums: nanoseconds, operations per second, or a share; NaN if nothing was counted.
  double value(Figure figure, Sums sums) {
    return switch (figure) {
      case Figure.Percentile percentile ->
          sums.values == 0
              ? Double.NaN
              : Layout.THREE_DIGITS.highest(used[placeOf(percentile, sums)]);
      case Figure.Max _ -> max(sums);
      case Figure.Throughput _ ->
          sums.nanos == 0 ? Double.NaN : sums.completed * NANOS_PER_SECOND / sums.nanos;
      case Figure.Errors _ -> {
        long operations = sums.completed + sums.errors;
        yield operations == 0 ? Double.NaN : (double) sums.errors / operations;
      }
    };
  }

  /// HdrHistogram's rule: the smallest value that so many percent of all do not exceed, of which it
  /// steps down by one ulp, so that 99.9 % of 1000 is rank 999 in spite of rounding.
  private static int placeOf(Figure.Percentile percentile, Sums sums) {
    double requested = Math.nextDown(percentile.percent());
    long rank = Math.max(1, (long) Math.ceil(requested * sums.values / 100));
    long seen = 0;
    int place = -1;
    while (seen < rank) {
      place++;
      seen += sums.counts[place];
    }
    return place;
  }

  private double max(Sums sums) {
    for (int i = used.length - 1; i >= 0; i--) {
      if (sums.counts[i] != 0) {
        return Layout.THREE_DIGITS.highest(used[i]);
      }
    }
    return Double.NaN;
  }
}
