package dev.takt.watch.scheduler;

import dev.takt.runs.time.TimeInterval;
import dev.takt.watch.perf.WaitEvents.Slice;
import dev.takt.watch.scheduler.TimesliceHistory.Share;
import java.util.HashMap;
import java.util.Map;

/// A ring buffer of the last [#SLICES] long timeslices of one processor. Not thread-safe.
final class TimesliceRing {

  private static final int SLICES = 1 << 10;

  private final Slice[] slices = new Slice[SLICES];
  private long count;

  void add(Slice slice) {
    slices[(int) (count++ & (SLICES - 1))] = slice;
  }

  /// Discards all slices, after records were lost.
  void clear() {
    count = 0;
  }

  /// Returns the thread that had the processor longest between two times.
  ///
  /// @param last one more slice, which may be too short to be in the ring
  /// @param except a thread that is not counted: the waiting one
  Share longestShare(long begin, long end, Slice last, int except) {
    Map<Integer, Share> shares = new HashMap<>();
    Share most = Share.NONE;
    boolean isLastThere = false;
    for (long i = count - 1; i >= Math.max(0, count - SLICES); i--) {
      Slice each = slices[(int) (i & (SLICES - 1))];
      if (each.end() <= begin) {
        break;
      }
      isLastThere |= isSame(each, last);
      most = greater(most, add(shares, each, begin, end, except));
    }
    return isLastThere ? most : greater(most, add(shares, last, begin, end, except));
  }

  /// Whether two records describe the same slice. Each record reads the clock again, so edges
  /// differ slightly. Slices of one processor do not overlap, so one that contains the other's
  /// middle is the same.
  private static boolean isSame(Slice slice, Slice other) {
    long middle = other.begin() + (other.end() - other.begin()) / 2;
    return slice.cpu() == other.cpu()
        && slice.tid() == other.tid()
        && slice.begin() <= middle
        && slice.end() >= middle;
  }

  private static Share add(
      Map<Integer, Share> shares, Slice slice, long begin, long end, int except) {
    long nanos = TimeInterval.overlap(begin, end, slice.begin(), slice.end());
    if (nanos == 0 || slice.tid() == except) {
      return Share.NONE;
    }
    Share share = new Share(slice.pid(), slice.tid(), nanos);
    return shares.merge(
        slice.tid(), share, (a, b) -> new Share(b.pid(), b.tid(), a.nanos() + b.nanos()));
  }

  private static Share greater(Share one, Share other) {
    return other.nanos() > one.nanos() ? other : one;
  }
}
