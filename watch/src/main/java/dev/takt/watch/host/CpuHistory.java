package dev.takt.watch.host;

import java.util.HashMap;
import java.util.Map;

/// Who had one processor lately.
final class CpuHistory {

  private static final int SLICES = 1 << 12;

  private final long[] ends = new long[SLICES];
  private final int[] tids = new int[SLICES];
  private final int[] pids = new int[SLICES];
  private long count;
  private int current;

  /// What one thread had.
  ///
  /// @param pid its process; 0 if that is not known
  /// @param tid 0 for nobody: the processor was idle
  record Share(int pid, int tid, long nanos) {

    /// Nobody is known to have had it.
    static final Share NOBODY = new Share(0, 0, 0);
  }

  /// A thread left that had been there since the last one left, and another one came.
  void switched(long time, int pid, int tid, int next) {
    int at = (int) (count++ & (SLICES - 1));
    ends[at] = time;
    pids[at] = pid;
    tids[at] = tid;
    current = next;
  }

  /// What went before is not known.
  void forget() {
    count = 0;
  }

  /// Who had it longest between two moments.
  ///
  /// @param except whose own time does not count
  /// @return nothing had: a share of 0 ns
  Share longest(long begin, long end, int except) {
    Map<Integer, Share> shares = new HashMap<>();
    long later = end;
    Share last = new Share(0, current, 0);
    Share most = new Share(0, 0, 0);
    long oldest = Math.max(0, count - SLICES);
    for (long i = count; i >= oldest; i--) {
      long from = i == oldest ? oldestBegin(begin, later) : Math.max(begin, end(i - 1));
      long nanos = later - from;
      if (nanos > 0 && last.tid() != except) {
        Share before = shares.getOrDefault(last.tid(), new Share(last.pid(), last.tid(), 0));
        Share sum = new Share(last.pid(), last.tid(), before.nanos() + nanos);
        shares.put(sum.tid(), sum);
        most = sum.nanos() > most.nanos() ? sum : most;
      }
      if (from <= begin || i == oldest) {
        break;
      }
      later = from;
      int at = (int) ((i - 1) & (SLICES - 1));
      last = new Share(pids[at], tids[at], 0);
    }
    return most;
  }

  private long end(long slice) {
    return ends[(int) (slice & (SLICES - 1))];
  }

  /// The first slice of all may have begun at any time; that of one whose forerunner was
  /// overwritten is not known, and it counts nothing.
  private long oldestBegin(long begin, long later) {
    return count > SLICES ? later : begin;
  }
}
