package dev.takt.explain.counterfactual;

import dev.takt.explain.blame.Holdup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

/// The holdups that are still there when some causes are taken out. They stay where they were in
/// time: whoever would have been done before one does not meet it any more. For one thread.
final class Remaining {

  private final IntPredicate removed;
  private final long[] begins;
  private final long[] ends;

  /// The holdup that was asked for last. The next one who asks starts at nearly the same time.
  private int near;

  private Remaining(IntPredicate removed, long[] begins, long[] ends) {
    this.removed = removed;
    this.begins = begins;
    this.ends = ends;
  }

  /// @param all holdups of all operations, in the order of their begins
  /// @param removed the causes that are taken out, or are no holdups that stay where they were
  static Remaining of(List<Holdup> all, IntPredicate removed) {
    long[] begins = new long[all.size()];
    long[] ends = new long[all.size()];
    int size = 0;
    for (Holdup each : all) {
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
    return new Remaining(removed, Arrays.copyOf(begins, size), Arrays.copyOf(ends, size));
  }

  /// When an operation would be done.
  ///
  /// @param start when it begins
  /// @param work how long it takes where nothing holds it up
  /// @param own what holds up only this one
  long advance(long start, long work, List<Holdup> own) {
    if (own.isEmpty()) {
      return advance(start, work);
    }
    List<Holdup> single = kept(own);
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

  /// The same for nearly all: without a look at a list for each step.
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

  private List<Holdup> kept(List<Holdup> own) {
    List<Holdup> kept = new ArrayList<>();
    for (Holdup each : own) {
      if (!removed.test(each.cause())) {
        kept.add(each);
      }
    }
    kept.sort(Comparator.comparingLong(Holdup::begin));
    return kept;
  }

  private int firstEndingAfter(long moment) {
    while (near > 0 && ends[near - 1] > moment) {
      near--;
    }
    while (near < ends.length && ends[near] <= moment) {
      near++;
    }
    return near;
  }
}
