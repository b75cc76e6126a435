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

/// Intervals in the order in which they came, in bounded memory: where it would be too much,
/// neighbours of a tag are added up, and the finer ones are gone.
///
/// An interval belongs to the cell of a grid in which the middle of a usual one lies that begins
/// with it, as a whole; so no count is lost or doubled. A sum begins with its first interval and
/// ends with its last one: who asks for what begins in a span gets whole intervals.
///
/// Not thread-safe.
public final class Intervals {

  /// So many intervals tell how long they usually are.
  private static final int TELLING = 512;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final int OVERHEAD = 64;
  private static final int COARSEST = 40;

  private final long bound;
  private List<PackedInterval> list = new ArrayList<>();
  private long bytes;
  private long tolerated;
  private long usual;
  private int level;

  /// @param bound how many bytes they may take
  public Intervals(long bound) {
    this.bound = bound;
    this.tolerated = bound;
  }

  /// Adds one.
  public void add(PackedInterval interval) {
    list.add(interval);
    bytes += cost(interval);
    if (bytes > tolerated) {
      coarsen();
    }
  }

  private static long cost(PackedInterval interval) {
    return (long) interval.slots().length + OVERHEAD;
  }

  /// Adds up neighbours until it is half of what may be. Intervals that have no neighbours cannot
  /// be added up: of these, more are tolerated.
  private void coarsen() {
    long length = usual();
    while (bytes > bound / 2 && level < COARSEST) {
      level++;
      list = merged(list, length, step());
      bytes = list.stream().mapToLong(Intervals::cost).sum();
    }
    tolerated = Math.max(bound, 2 * bytes);
  }

  /// Adds up what came since neighbours were last added up, if they were.
  public void finish() {
    if (level > 0) {
      list = merged(list, usual(), step());
    }
  }

  /// How long an interval was before any were added up, usually, in nanoseconds; at least a
  /// millisecond.
  public long usual() {
    if (level == 0) {
      usual = usual(list.stream().mapToLong(each -> each.end() - each.begin()));
    }
    return usual;
  }

  /// How long an interval usually is, by the lengths of the first ones; at least a millisecond.
  static long usual(LongStream lengths) {
    long[] first = lengths.limit(TELLING).sorted().toArray();
    return Math.max(NANOS_PER_MILLI, first.length == 0 ? 0 : first[first.length / 2]);
  }

  /// The grid's step, in nanoseconds: [#usual] if nothing was added up.
  public long step() {
    return saturated(usual(), 1L << level);
  }

  /// The same on a coarser grid.
  ///
  /// @param factor by how much coarser
  public List<PackedInterval> coarser(long factor) {
    return factor == 1 ? list : merged(list, usual(), saturated(step(), factor));
  }

  static long saturated(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }

  /// Whether neighbours were added up, so that the places of intervals have changed.
  public boolean isAddedUp() {
    return level > 0;
  }

  /// All of them, not to be changed.
  public List<PackedInterval> list() {
    return list;
  }

  /// The earliest begin; 0 if there are none.
  public long begin() {
    return list.stream().mapToLong(PackedInterval::begin).min().orElse(0);
  }

  /// Where a span ends that has all of them in it; 0 if there are none.
  public long end() {
    return list.stream().mapToLong(each -> endWith(each.begin(), each.end())).max().orElse(0);
  }

  /// Where a span ends that just takes in an interval: what begins at a span's end is not in it, so
  /// one without a length needs a millisecond.
  static long endWith(long begin, long end) {
    return end > begin ? end : begin + NANOS_PER_MILLI;
  }

  /// Which cell of a grid an interval belongs to that begins at a moment.
  ///
  /// @param usual how long intervals usually are, in nanoseconds
  /// @param step of the grid, in nanoseconds
  public static long cellOf(long begin, long usual, long step) {
    return Math.floorDiv(begin + usual / 2, step);
  }

  private record Key(String tag, Layout layout, long cell) {}

  /// The same counts on a grid, in the order in which the cells are first met.
  ///
  /// @param usual how long intervals usually are, in nanoseconds
  /// @param step of the grid, in nanoseconds
  public static List<PackedInterval> merged(List<PackedInterval> finer, long usual, long step) {
    return grouped(
        finer, each -> new Key(each.tag(), each.layout(), cellOf(each.begin(), usual, step)));
  }

  /// All counts of each tag and layout as one interval.
  static List<PackedInterval> sums(List<PackedInterval> finer) {
    return grouped(finer, each -> new Key(each.tag(), each.layout(), 0));
  }

  private static List<PackedInterval> grouped(
      List<PackedInterval> finer, Function<PackedInterval, Key> keys) {
    Map<Key, List<PackedInterval>> cells = new LinkedHashMap<>();
    for (PackedInterval each : finer) {
      cells.computeIfAbsent(keys.apply(each), _ -> new ArrayList<>(2)).add(each);
    }
    Slots slots = new Slots();
    Map<Layout, Counts> scratch = new HashMap<>();
    List<PackedInterval> merged = new ArrayList<>(cells.size());
    cells.values().forEach(each -> merged.add(sum(each, slots, scratch)));
    return merged;
  }

  private static PackedInterval sum(
      List<PackedInterval> parts, Slots slots, Map<Layout, Counts> scratch) {
    PackedInterval first = parts.getFirst();
    if (parts.size() == 1) {
      return first;
    }
    Counts counts = scratch.computeIfAbsent(first.layout(), Counts::new);
    counts.clear();
    long begin = first.begin();
    long end = first.end();
    for (PackedInterval each : parts) {
      Slots.addTo(counts, each.slots());
      begin = Math.min(begin, each.begin());
      end = Math.max(end, each.end());
    }
    return new PackedInterval(first.tag(), first.layout(), begin, end, slots.encode(counts));
  }
}
