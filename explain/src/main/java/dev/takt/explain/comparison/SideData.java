package dev.takt.explain.comparison;

import dev.takt.explain.comparison.OperationSeries.IntervalCounts;
import dev.takt.record.histogram.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/// The data of one operation in all runs of one side, in a layout for fast weighted sums over
/// intervals.
///
/// Immutable and thread-safe; each thread uses a [Sums] of its own.
final class SideData {

  /// Neighbouring slots are summed in groups of this size (as a power of two). Single slots are
  /// summed only in the group that contains a percentile, so resampling never reads most slots.
  private static final int GROUP_BITS = 5;

  private static final int GROUP = 1 << GROUP_BITS;

  /// One run.
  ///
  /// @param groups the count of each group of slots, by interval and group
  /// @param details the single slots of each group
  /// @param cells the intervals
  /// @param nanos the lengths of the intervals
  @SuppressWarnings("ArrayRecordComponent") // never compared, and not handed out
  record Run(long[][] groups, Group[] details, List<IntervalCounts> cells, long[] nanos) {
    int size() {
      return nanos.length;
    }
  }

  /// The entries of a run in one group of slots, one for each interval and slot with values.
  ///
  /// @param intervals the interval of each entry
  /// @param slots the slot of each entry, as its index in the group
  /// @param counts the count of each entry
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Group(int[] intervals, byte[] slots, long[] counts) {
    void addTo(long[] sums, int[] weights) {
      for (int i = 0; i < intervals.length; i++) {
        sums[slots[i]] += counts[i] * weights[intervals[i]];
      }
    }
  }

  /// A run whose intervals are weighted.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record WeightedRun(Run run, int[] weights) {}

  /// A weighted sum of intervals. Not thread-safe.
  static final class Sums {
    private final List<WeightedRun> drawn = new ArrayList<>();
    private final long[] groups;
    private final long[] counts = new long[GROUP];
    private long values;
    private long completed;
    private long errors;
    private double nanos;

    private Sums(int slots) {
      groups = new long[Math.ceilDiv(slots, GROUP)];
    }

    void clear() {
      drawn.clear();
      Arrays.fill(groups, 0);
      values = 0;
      completed = 0;
      errors = 0;
      nanos = 0;
    }

    /// Adds the intervals of a run, multiplied by their weights.
    void add(Run run, int[] weights) {
      drawn.add(new WeightedRun(run, weights));
      for (int i = 0; i < weights.length; i++) {
        if (weights[i] != 0) {
          add(run, i, weights[i]);
        }
      }
    }

    private void add(Run run, int interval, int weight) {
      long[] more = run.groups[interval];
      for (int i = 0; i < more.length; i++) {
        groups[i] += more[i] * weight;
      }
      IntervalCounts cell = run.cells.get(interval);
      values += cell.values() * weight;
      completed += cell.completed() * weight;
      errors += cell.errors() * weight;
      nanos += (double) run.nanos[interval] * weight;
    }

    /// The index of the slot that contains the value with a rank.
    int slotAtRank(long rank) {
      long seen = 0;
      int group = 0;
      while (seen + groups[group] < rank) {
        seen += groups[group++];
      }
      sumSlots(group);
      int place = -1;
      while (seen < rank) {
        place++;
        seen += counts[place];
      }
      return (group << GROUP_BITS) + place;
    }

    /// Sums the single slots of a group.
    private void sumSlots(int group) {
      Arrays.fill(counts, 0);
      for (WeightedRun each : drawn) {
        each.run.details[group].addTo(counts, each.weights);
      }
    }
  }

  private final List<Run> runs;
  private final int[] usedSlots;
  private final Sums all;

  SideData(List<RunSeries> series, String operation) {
    List<OperationSeries> operations =
        series.stream().map(each -> operationOf(each, operation)).toList();
    usedSlots = usedSlots(operations);
    List<Run> laidOut = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      laidOut.add(run(series.get(i), operations.get(i)));
    }
    runs = List.copyOf(laidOut);
    all = new Sums(usedSlots.length);
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

  private static int[] usedSlots(List<OperationSeries> operations) {
    BitSet slots = new BitSet();
    for (OperationSeries run : operations) {
      for (IntervalCounts cell : run.intervals()) {
        for (int slot : cell.slots()) {
          slots.set(slot);
        }
      }
    }
    return slots.stream().toArray();
  }

  private Run run(RunSeries series, OperationSeries operation) {
    int groups = Math.ceilDiv(usedSlots.length, GROUP);
    int[] places = places();
    long[][] sums = new long[operation.size()][groups];
    int[] sizes = new int[groups];
    for (int i = 0; i < sums.length; i++) {
      IntervalCounts cell = operation.intervals().get(i);
      for (int j = 0; j < cell.slots().length; j++) {
        int group = places[cell.slots()[j]] >>> GROUP_BITS;
        sums[i][group] += cell.counts()[j];
        sizes[group]++;
      }
    }
    long[] nanos = series.lengths().stream().mapToLong(Long::longValue).toArray();
    return new Run(sums, details(operation, places, sizes), operation.intervals(), nanos);
  }

  /// The index of each slot among the used ones.
  private int[] places() {
    int[] places = new int[usedSlots.length == 0 ? 0 : usedSlots[usedSlots.length - 1] + 1];
    for (int i = 0; i < usedSlots.length; i++) {
      places[usedSlots[i]] = i;
    }
    return places;
  }

  private static Group[] details(OperationSeries operation, int[] places, int[] sizes) {
    Group[] details = new Group[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      details[i] = new Group(new int[sizes[i]], new byte[sizes[i]], new long[sizes[i]]);
    }
    int[] next = new int[sizes.length];
    for (int i = 0; i < operation.size(); i++) {
      IntervalCounts cell = operation.intervals().get(i);
      for (int j = 0; j < cell.slots().length; j++) {
        int place = places[cell.slots()[j]];
        Group group = details[place >>> GROUP_BITS];
        int to = next[place >>> GROUP_BITS]++;
        group.intervals[to] = i;
        group.slots[to] = (byte) (place & (GROUP - 1));
        group.counts[to] = cell.counts()[j];
      }
    }
    return details;
  }

  List<Run> runs() {
    return runs;
  }

  Sums sums() {
    return new Sums(usedSlots.length);
  }

  /// The sum of all intervals, each with weight 1.
  Sums all() {
    return all;
  }

  int intervals() {
    return runs.stream().mapToInt(Run::size).sum();
  }

  /// The length of all runs, in nanoseconds.
  long nanos() {
    return runs.stream().flatMapToLong(each -> Arrays.stream(each.nanos())).sum();
  }

  long completed() {
    return all.completed;
  }

  long values() {
    return all.values;
  }

  long errors() {
    return all.errors;
  }

  /// How many intervals have errors.
  int intervalsWithErrors() {
    return count(each -> each.errors() > 0);
  }

  /// How many intervals have a value at or above a percentile of all values.
  int intervalsReaching(Figure.Percentile percentile) {
    int slot = usedSlots[slotOf(percentile, all)];
    return count(each -> each.reaches(slot));
  }

  private int count(Predicate<IntervalCounts> wanted) {
    return (int) runs.stream().flatMap(each -> each.cells().stream()).filter(wanted).count();
  }

  /// A figure of sums, in nanoseconds, operations per second, or as a share; NaN without data.
  double value(Figure figure, Sums sums) {
    return switch (figure) {
      case Figure.Percentile percentile ->
          sums.values == 0
              ? Double.NaN
              : Layout.THREE_DIGITS.highest(usedSlots[slotOf(percentile, sums)]);
      case Figure.Max _ -> max(sums);
      case Figure.Throughput _ -> Estimate.throughput(sums.completed, sums.nanos);
      case Figure.Errors _ -> Estimate.errorShare(sums.completed, sums.errors);
    };
  }

  /// HdrHistogram's rule for percentiles: the smallest value that at least the requested percentage
  /// of all values does not exceed. The percentage is decreased by one ulp, so that 99.9 % of 1000
  /// is rank 999 in spite of rounding.
  private static int slotOf(Figure.Percentile percentile, Sums sums) {
    double requested = Math.nextDown(percentile.percent());
    long rank = Math.max(1, (long) Math.ceil(requested * sums.values / 100));
    return sums.slotAtRank(rank);
  }

  private double max(Sums sums) {
    return sums.values == 0
        ? Double.NaN
        : Layout.THREE_DIGITS.highest(usedSlots[sums.slotAtRank(sums.values)]);
  }
}
