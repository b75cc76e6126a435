package dev.takt.explain.queue;

import java.util.Arrays;

/// When each server of a queue is free again: a min-heap. Not thread-safe.
///
/// The generator's connections are the servers of its queue, which is first come, first served.
public final class Servers {

  /// The time since which a server is free that was never taken.
  static final long NEVER_TAKEN = Long.MIN_VALUE;

  private final long[] freeFrom;

  /// @param count the number of servers, at least 1; all are free
  public Servers(int count) {
    freeFrom = new long[count];
    reset();
  }

  /// Resets all servers to never taken.
  public void reset() {
    Arrays.fill(freeFrom, NEVER_TAKEN);
  }

  /// When the first server is free.
  public long earliestFree() {
    return freeFrom[0];
  }

  /// Takes the server that is free first.
  ///
  /// @param until when it is free again
  public void take(long until) {
    int i = 0;
    int half = freeFrom.length >>> 1;
    while (i < half) {
      int child = 2 * i + 1;
      if (child + 1 < freeFrom.length && freeFrom[child + 1] < freeFrom[child]) {
        child++;
      }
      if (freeFrom[child] >= until) {
        break;
      }
      freeFrom[i] = freeFrom[child];
      i = child;
    }
    freeFrom[i] = until;
  }
}
