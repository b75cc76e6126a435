package dev.takt.report.pack;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;

/// Intervals in the order in which they were added, in bounded memory. When the bound is reached,
/// neighbours of a tag are merged onto a coarser grid, and the finer intervals are dropped.
///
/// An interval belongs as a whole to one cell of a grid, so no count is lost or doubled: the cell
/// that contains `begin + usual / 2`, the middle of an interval of the usual length. A merged
/// interval begins with its first interval and ends with its last, so a query for all that begins
/// in a span returns whole intervals.
///
/// Not thread-safe.
public final class BoundedIntervals {

  /// The number of intervals from which the usual length is determined.
  private static final int SAMPLED_INTERVALS = 512;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int OVERHEAD_BYTES = 64;
  private static final int MAX_LEVEL = 40;

  private final long bound;
  private List<PackedInterval> list = new ArrayList<>();
  private long bytes;
  private long limit;
  private long medianIntervalNanos;
  private int level;

  /// @param bound how many bytes they may take
  public BoundedIntervals(long bound) {
    this.bound = bound;
    this.limit = bound;
  }

  /// Adds an interval.
  public void add(PackedInterval interval) {
    list.add(interval);
    bytes += cost(interval);
    if (bytes > limit) {
      coarsen();
    }
  }

  private static long cost(PackedInterval interval) {
    return (long) interval.slots().length + OVERHEAD_BYTES;
  }

  /// Merges neighbours until half of the bound is used. Intervals without neighbours cannot be
  /// merged, so the bound is raised for these.
  private void coarsen() {
    long length = medianIntervalNanos();
    while (bytes > bound / 2 && level < MAX_LEVEL) {
      level++;
      list = merged(list, length, stepNanos());
      bytes = list.stream().mapToLong(BoundedIntervals::cost).sum();
    }
    limit = Math.max(bound, 2 * bytes);
  }

  /// Merges the intervals that were added since the last merge, if there was one.
  public void finish() {
    if (level > 0) {
      list = merged(list, medianIntervalNanos(), stepNanos());
    }
  }

  /// The usual length of an interval before any merge, in nanoseconds; at least a millisecond.
  public long medianIntervalNanos() {
    if (level == 0) {
      medianIntervalNanos =
          medianIntervalNanos(list.stream().mapToLong(each -> each.end() - each.begin()));
    }
    return medianIntervalNanos;
  }

  /// The median of the first [#SAMPLED_INTERVALS] lengths; at least a millisecond.
  static long medianIntervalNanos(LongStream lengths) {
    long[] first = lengths.limit(SAMPLED_INTERVALS).sorted().toArray();
    return Math.max(NANOS_PER_MILLI, first.length == 0 ? 0 : first[first.length / 2]);
  }

  /// The grid's step, in nanoseconds: [#usual] if nothing was merged.
  public long stepNanos() {
    return saturatedProduct(medianIntervalNanos(), 1L << level);
  }

  /// The intervals merged onto a coarser grid.
  ///
  /// @param factor multiplies the grid's step
  public List<PackedInterval> coarser(long factor) {
    return factor == 1
        ? list
        : merged(list, medianIntervalNanos(), saturatedProduct(stepNanos(), factor));
  }

  static long saturatedProduct(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }

  /// Whether neighbours were merged, so that the positions of intervals have changed.
  public boolean isMerged() {
    return level > 0;
  }

  /// All intervals; must not be modified.
  public List<PackedInterval> list() {
    return list;
  }

  /// The earliest begin; 0 if there are none.
  public long begin() {
    return list.stream().mapToLong(PackedInterval::begin).min().orElse(0);
  }

  /// The end of the shortest span that contains all intervals; 0 if there are none.
  public long end() {
    return list.stream().mapToLong(each -> spanEnd(each.begin(), each.end())).max().orElse(0);
  }

  /// The end of the shortest span that contains an interval. The end of a span is exclusive, so an
  /// interval without a length needs a millisecond.
  static long spanEnd(long begin, long end) {
    return end > begin ? end : begin + NANOS_PER_MILLI;
  }

  /// The cell of a grid to which an interval with a given begin belongs.
  ///
  /// @param usual the usual length of intervals, in nanoseconds
  /// @param step of the grid, in nanoseconds
  public static long cellOf(long begin, long usual, long step) {
    return Math.floorDiv(begin + usual / 2, step);
  }

  private record Key(String tag, Layout layout, long cell) {}

  /// Merges intervals onto a grid, in the order of each cell's first interval.
  ///
  /// @param usual the usual length of intervals, in nanoseconds
  /// @param step of the grid, in nanoseconds
  public static List<PackedInterval> merged(List<PackedInterval> finer, long usual, long step) {
    return grouped(
        finer, each -> new Key(each.tag(), each.layout(), cellOf(each.begin(), usual, step)));
  }

  /// Merges all counts of each tag and layout into one interval.
  static List<PackedInterval> sums(List<PackedInterval> finer) {
    return grouped(finer, each -> new Key(each.tag(), each.layout(), 0));
  }

  private static List<PackedInterval> grouped(
      List<PackedInterval> finer, Function<PackedInterval, Key> keys) {
    Map<Key, List<PackedInterval>> cells = new LinkedHashMap<>();
    for (PackedInterval each : finer) {
      cells.computeIfAbsent(keys.apply(each), _ -> new ArrayList<>(2)).add(each);
    }
    SlotCodec slots = new SlotCodec();
    Map<Layout, Counts> scratch = new HashMap<>();
    List<PackedInterval> merged = new ArrayList<>(cells.size());
    cells.values().forEach(each -> merged.add(sum(each, slots, scratch)));
    return merged;
  }

  private static PackedInterval sum(
      List<PackedInterval> parts, SlotCodec slots, Map<Layout, Counts> scratch) {
    PackedInterval first = parts.getFirst();
    if (parts.size() == 1) {
      return first;
    }
    Counts counts = scratch.computeIfAbsent(first.layout(), Counts::new);
    counts.clear();
    long begin = first.begin();
    long end = first.end();
    for (PackedInterval each : parts) {
      SlotCodec.addTo(counts, each.slots());
      begin = Math.min(begin, each.begin());
      end = Math.max(end, each.end());
    }
    return new PackedInterval(first.tag(), first.layout(), begin, end, slots.encode(counts));
  }
}
