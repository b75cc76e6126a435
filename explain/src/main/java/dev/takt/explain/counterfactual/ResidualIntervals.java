package dev.takt.explain.counterfactual;

import dev.takt.explain.attribution.classify.BlockedInterval;
import dev.takt.runs.time.IntervalSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

/// The blocked intervals that remain when some causes are removed. They keep their times, so an
/// operation that would have ended before one is no longer blocked by it. Not thread-safe.
final class ResidualIntervals {

  private final IntPredicate removed;
  private final IntervalSet blocked;

  /// The interval that was returned last: the next query is for nearly the same time.
  private int cursor;

  private ResidualIntervals(IntPredicate removed, IntervalSet blocked) {
    this.removed = removed;
    this.blocked = blocked;
  }

  /// @param all the blocked intervals of all operations
  /// @param removed the causes that are removed, or whose intervals move with their operation
  static ResidualIntervals of(List<BlockedInterval> all, IntPredicate removed) {
    List<BlockedInterval> kept = all.stream().filter(each -> !removed.test(each.cause())).toList();
    return new ResidualIntervals(
        removed, IntervalSet.union(kept, BlockedInterval::begin, BlockedInterval::end));
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
      while (next < blocked.size() && blocked.end(next) <= at) {
        next++;
      }
      while (nextOwn < single.size() && single.get(nextOwn).end() <= at) {
        nextOwn++;
      }
      long begin = next < blocked.size() ? blocked.begin(next) : Long.MAX_VALUE;
      long ownBegin = nextOwn < single.size() ? single.get(nextOwn).begin() : Long.MAX_VALUE;
      long until = Math.max(at, Math.min(begin, ownBegin));
      if (until - at >= left) {
        return at + left;
      }
      left -= until - at;
      at = begin <= ownBegin ? blocked.end(next) : single.get(nextOwn).end();
    }
  }

  /// The common case, in which the operation has no blocked intervals of its own.
  private long advance(long start, long work) {
    long at = start;
    long left = work;
    for (int next = firstEndingAfter(start); next < blocked.size(); next++) {
      long before = Math.max(0, blocked.begin(next) - at);
      if (before >= left) {
        break;
      }
      left -= before;
      at = blocked.end(next);
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
    while (cursor > 0 && blocked.end(cursor - 1) > moment) {
      cursor--;
    }
    while (cursor < blocked.size() && blocked.end(cursor) <= moment) {
      cursor++;
    }
    return cursor;
  }
}
