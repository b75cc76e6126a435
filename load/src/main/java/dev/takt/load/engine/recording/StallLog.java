package dev.takt.load.engine.recording;

import dev.takt.runs.model.GeneratorReport.StallTotals;
import dev.takt.runs.time.IntervalSet;
import dev.takt.runs.time.TimeInterval;
import java.util.Arrays;
import java.util.Optional;

/// The times in which the generator did not run although it had work: a freeze of its process, a
/// garbage collection, a host that did not schedule it.
///
/// Thread-safe. [#add] locks, but is only called after a stall; [#overlap] never locks.
public final class StallLog {

  /// A shorter absence is ordinary scheduling. It still counts as lateness.
  public static final long THRESHOLD_NANOS = 1_000_000;

  private static final int MAX_RECENT_STALLS = 256;

  /// 256 KB.
  private static final int MAX_EARLIER_STALLS = 1 << 14;

  /// Begins and ends, alternating and in order of time, of the stalls that a waiting operation
  /// could still have met. No two of them touch. The array is never modified after it is published.
  private volatile long[] recent = {};

  /// Begins and ends, alternating, of the stalls that are no longer recent, and how many stalls
  /// these are. Later ones than [#MAX_EARLIER_STALLS] are counted only.
  private long[] earlier = {};

  private int earlierCount;

  private long count;
  private long totalNanos;
  private long longestNanos;
  private long longestBegin;

  public StallLog() {}

  /// Records that nothing ran from `begin` to `end`. Overlapping stalls reported by several
  /// threads, in any order, are merged into one.
  public synchronized void add(long begin, long end) {
    long[] known = recent;
    int before = 0;
    while (before < known.length && known[before + 1] < begin) {
      before += 2;
    }
    int after = before;
    long from = begin;
    long to = end;
    while (after < known.length && known[after] <= end) {
      from = Math.min(from, known[after]);
      to = Math.max(to, known[after + 1]);
      totalNanos -= known[after + 1] - known[after];
      count--;
      after += 2;
    }
    count++;
    totalNanos += to - from;
    noteLongest(from, to);
    long[] changed = replaced(known, before, after, from, to);
    if (changed.length > 2 * MAX_RECENT_STALLS) {
      keep(changed[0], changed[1]);
      changed = Arrays.copyOfRange(changed, 2, changed.length);
    }
    recent = changed;
  }

  private void keep(long begin, long end) {
    if (earlierCount < MAX_EARLIER_STALLS) {
      int at = 2 * earlierCount;
      if (at == earlier.length) {
        earlier = Arrays.copyOf(earlier, Math.max(2 * MAX_RECENT_STALLS, 2 * at));
      }
      earlier[at] = begin;
      earlier[at + 1] = end;
    }
    earlierCount++;
  }

  /// The stalls with those from index `before` to index `after` replaced by one.
  private static long[] replaced(long[] known, int before, int after, long from, long to) {
    long[] changed = new long[before + 2 + known.length - after];
    System.arraycopy(known, 0, changed, 0, before);
    changed[before] = from;
    changed[before + 1] = to;
    System.arraycopy(known, after, changed, before + 2, known.length - after);
    return changed;
  }

  private void noteLongest(long begin, long end) {
    if (end - begin > longestNanos) {
      longestNanos = end - begin;
      longestBegin = begin;
    }
  }

  /// How much of the time from `from` to `to` the generator was stalled, in nanoseconds.
  long overlap(long from, long to) {
    long[] stalls = recent;
    long sum = 0;
    for (int i = stalls.length - 2; i >= 0 && stalls[i + 1] > from; i -= 2) {
      sum += TimeInterval.overlap(stalls[i], stalls[i + 1], from, to);
    }
    return sum;
  }

  /// When all stalls so far were; empty if there were too many to keep them.
  public synchronized Optional<IntervalSet> intervals() {
    if (earlierCount > MAX_EARLIER_STALLS) {
      return Optional.empty();
    }
    int size = earlierCount + recent.length / 2;
    long[] begins = new long[size];
    long[] ends = new long[size];
    for (int i = 0; i < size; i++) {
      long[] from = i < earlierCount ? earlier : recent;
      int at = 2 * (i < earlierCount ? i : i - earlierCount);
      begins[i] = from[at];
      ends[i] = from[at + 1];
    }
    return Optional.of(IntervalSet.union(begins, ends));
  }

  /// All stalls so far.
  public synchronized StallTotals totals() {
    return new StallTotals(count, totalNanos, longestNanos);
  }

  /// When the longest stall so far began; 0 if there is none.
  public synchronized long longestBegin() {
    return longestBegin;
  }
}
