package dev.takt.load.engine;

import java.util.Arrays;

/// The moments when the generator did not run although it had something to do: a freeze of its
/// process, a collection, a host that gave it no processor.
///
/// Thread-safe. [#add] locks, but is only called after a stall; [#overlap] never locks.
final class StallLog {

  /// A shorter absence is ordinary scheduling, and part of lateness all the same.
  static final long THRESHOLD_NANOS = 1_000_000;

  private static final int REMEMBERED = 256;

  /// Begins and ends in turn, of the stalls that a waiting operation could still have met. Never
  /// changed once published.
  private volatile long[] recent = {};

  private long count;
  private long totalNanos;
  private long longestNanos;
  private long longestBegin;

  /// Notes that nothing ran from `begin` to `end`. Overlapping notes of several threads become one
  /// stall.
  synchronized void add(long begin, long end) {
    long[] known = recent;
    int last = known.length - 2;
    if (last >= 0 && begin < known[last + 1]) {
      extend(known, last, end);
    } else {
      append(known, begin, end);
    }
  }

  private void extend(long[] known, int last, long end) {
    if (end > known[last + 1]) {
      long[] changed = known.clone();
      totalNanos += end - known[last + 1];
      changed[last + 1] = end;
      recent = changed;
      noteLongest(changed[last], end);
    }
  }

  private void append(long[] known, long begin, long end) {
    int from = known.length >= 2 * REMEMBERED ? 2 : 0;
    long[] changed = Arrays.copyOfRange(known, from, known.length + 2);
    changed[changed.length - 2] = begin;
    changed[changed.length - 1] = end;
    recent = changed;
    count++;
    totalNanos += end - begin;
    noteLongest(begin, end);
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
      sum += Math.max(0, Math.min(to, stalls[i + 1]) - Math.max(from, stalls[i]));
    }
    return sum;
  }

  /// All that was seen so far.
  synchronized Totals totals() {
    return new Totals(count, totalNanos, longestNanos, longestBegin);
  }

  /// @param count how many stalls
  /// @param totalNanos how long altogether
  /// @param longestNanos the longest of them
  /// @param longestBegin when that one began
  record Totals(long count, long totalNanos, long longestNanos, long longestBegin) {}
}
