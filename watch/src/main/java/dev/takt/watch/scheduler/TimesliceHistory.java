package dev.takt.watch.scheduler;

import java.util.HashMap;
import java.util.Map;

/// A ring buffer of the last [#SLICES] timeslices of one processor. Not thread-safe.
final class TimesliceHistory {

  private static final int SLICES = 1 << 12;

  private final long[] ends = new long[SLICES];
  private final int[] tids = new int[SLICES];
  private final int[] pids = new int[SLICES];
  private long count;
  private int current;

  /// How long one thread had the processor.
  ///
  /// @param pid its process; 0 if that is not known
  /// @param tid the thread; 0 if the processor was idle
  record Share(int pid, int tid, long nanos) {

    /// No thread is known.
    static final Share NONE = new Share(0, 0, 0);
  }

  /// Records a context switch: `tid`, which had run since the previous one, left, and `next` came.
  void recordSwitch(long time, int pid, int tid, int next) {
    int at = (int) (count++ & (SLICES - 1));
    ends[at] = time;
    pids[at] = pid;
    tids[at] = tid;
    current = next;
  }

  /// Discards all slices, after records were lost.
  void clear() {
    count = 0;
  }

  /// Returns the thread that had the processor longest between two times.
  ///
  /// @param except a thread that is not counted: the waiting one
  /// @return a share of 0 ns if none is known
  Share longestShare(long begin, long end, int except) {
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

  /// The start of the oldest slice. The first slice of the recording may have begun at any time, so
  /// it counts from `begin`. One whose predecessor was overwritten counts nothing.
  private long oldestBegin(long begin, long later) {
    return count > SLICES ? later : begin;
  }
}
