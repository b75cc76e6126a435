package dev.takt.load.engine.recording;

import dev.takt.runs.model.GeneratorReport.StallTotals;
import dev.takt.runs.time.TimeInterval;
import java.util.Arrays;

/// The times in which the generator did not run although it had work: a freeze of its process, a
/// garbage collection, a host that did not schedule it.
///
/// Thread-safe. [#add] locks, but is only called after a stall; [#overlap] never locks.
public final class StallLog {

  /// A shorter absence is ordinary scheduling. It still counts as lateness.
  public static final long THRESHOLD_NANOS = 1_000_000;

  private static final int MAX_RECENT_STALLS = 256;

  /// Begins and ends, alternating and in order of time, of the stalls that a waiting operation
  /// could still have met. No two of them touch. The array is never modified after it is published.
  private volatile long[] recent = {};

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
    recent = replaced(known, before, after, from, to);
  }

  /// The stalls with those from index `before` to index `after` replaced by one; the oldest is
  /// dropped if there are too many.
  private static long[] replaced(long[] known, int before, int after, long from, long to) {
    long[] changed = new long[before + 2 + known.length - after];
    System.arraycopy(known, 0, changed, 0, before);
    changed[before] = from;
    changed[before + 1] = to;
    System.arraycopy(known, after, changed, before + 2, known.length - after);
    return changed.length > 2 * MAX_RECENT_STALLS
        ? Arrays.copyOfRange(changed, 2, changed.length)
        : changed;
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

  /// All stalls so far.
  public synchronized StallTotals totals() {
    return new StallTotals(count, totalNanos, longestNanos);
  }

  /// When the longest stall so far began; 0 if there is none.
  public synchronized long longestBegin() {
    return longestBegin;
  }
}
