package dev.takt.explain.counterfactual;

import dev.takt.explain.attribution.classify.BlockedInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

/// The blocked intervals that remain when some causes are removed. They keep their times, so an
/// operation that would have ended before one is no longer blocked by it. Not thread-safe.
final class ResidualIntervals {

  private final IntPredicate removed;
  private final long[] begins;
  private final long[] ends;

  /// The interval that was returned last: the next query is for nearly the same time.
  private int cursor;

  private ResidualIntervals(IntPredicate removed, long[] begins, long[] ends) {
    this.removed = removed;
    this.begins = begins;
    this.ends = ends;
  }

  /// @param all the blocked intervals of all operations, ordered by begin
  /// @param removed the causes that are removed, or whose intervals move with their operation
  static ResidualIntervals of(List<BlockedInterval> all, IntPredicate removed) {
    long[] begins = new long[all.size()];
    long[] ends = new long[all.size()];
    int size = 0;
    for (BlockedInterval each : all) {
      if (removed.test(each.cause())) {
        continue;
      }
      if (size > 0 && each.begin() <= ends[size - 1]) {
        ends[size - 1] = Math.max(ends[size - 1], each.end());
      } else {
        begins[size] = each.begin();
        ends[size] = each.end();
        size++;
      }
    }
    return new ResidualIntervals(removed, Arrays.copyOf(begins, size), Arrays.copyOf(ends, size));
  }

  /// When an operation would end.
  ///
  /// @param start when it starts
  /// @param work how long it takes where nothing blocks it
  /// @param own the blocked intervals of only this operation
  long advance(long start, long work, List<BlockedInterval> own) {
    if (own.isEmpty()) {
      return advance(start, work);
    }
    List<BlockedInterval> single = remaining(own);
    long at = start;
    long left = work;
    int next = firstEndingAfter(start);
    int nextOwn = 0;
    while (true) {
      while (next < begins.length && ends[next] <= at) {
        next++;
      }
      while (nextOwn < single.size() && single.get(nextOwn).end() <= at) {
        nextOwn++;
      }
      long begin = next < begins.length ? begins[next] : Long.MAX_VALUE;
      long ownBegin = nextOwn < single.size() ? single.get(nextOwn).begin() : Long.MAX_VALUE;
      long until = Math.max(at, Math.min(begin, ownBegin));
      if (until - at >= left) {
        return at + left;
      }
      left -= until - at;
      at = begin <= ownBegin ? ends[next] : single.get(nextOwn).end();
    }
  }

  /// The common case, in which the operation has no blocked intervals of its own.
  private long advance(long start, long work) {
    long at = start;
    long left = work;
    for (int next = firstEndingAfter(start); next < begins.length; next++) {
      long before = Math.max(0, begins[next] - at);
      if (before >= left) {
        break;
      }
      left -= before;
      at = ends[next];
    }
    return at + left;
  }

  private List<BlockedInterval> remaining(List<BlockedInterval> own) {
    List<BlockedInterval> kept = new ArrayList<>();
    for (BlockedInterval each : own) {
      if (!removed.test(each.cause())) {
        kept.add(each);
      }
    }
    kept.sort(Comparator.comparingLong(BlockedInterval::begin));
    return kept;
  }

  private int firstEndingAfter(long moment) {
    while (cursor > 0 && ends[cursor - 1] > moment) {
      cursor--;
    }
    while (cursor < ends.length && ends[cursor] <= moment) {
      cursor++;
    }
    return cursor;
  }
}
