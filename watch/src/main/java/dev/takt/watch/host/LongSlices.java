package dev.takt.watch.host;

import dev.takt.watch.host.CpuHistory.Share;
import dev.takt.watch.perf.WaitEvents.Slice;
import java.util.HashMap;
import java.util.Map;

/// Who had one processor for long lately.
final class LongSlices {

  private static final int SLICES = 1 << 10;

  private final Slice[] slices = new Slice[SLICES];
  private long count;

  void add(Slice slice) {
    slices[(int) (count++ & (SLICES - 1))] = slice;
  }

  /// What went before is not known.
  void forget() {
    count = 0;
  }

  /// Who had it longest between two moments.
  ///
  /// @param last a slice that may be too short to be among the others
  /// @param except whose own time does not count
  Share longest(long begin, long end, Slice last, int except) {
    Map<Integer, Share> shares = new HashMap<>();
    Share most = Share.NOBODY;
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

  /// The edges of one slice are read from the clock anew each time that it is told. Slices of one
  /// processor do not overlap, so one that reaches over the other's middle is the other.
  private static boolean isSame(Slice slice, Slice other) {
    long middle = other.begin() + (other.end() - other.begin()) / 2;
    return slice.cpu() == other.cpu()
        && slice.tid() == other.tid()
        && slice.begin() <= middle
        && slice.end() >= middle;
  }

  private static Share add(
      Map<Integer, Share> shares, Slice slice, long begin, long end, int except) {
    long nanos = Math.min(end, slice.end()) - Math.max(begin, slice.begin());
    if (nanos <= 0 || slice.tid() == except) {
      return Share.NOBODY;
    }
    Share share = new Share(slice.pid(), slice.tid(), nanos);
    return shares.merge(
        slice.tid(), share, (a, b) -> new Share(b.pid(), b.tid(), a.nanos() + b.nanos()));
  }

  private static Share greater(Share one, Share other) {
    return other.nanos() > one.nanos() ? other : one;
  }
}
