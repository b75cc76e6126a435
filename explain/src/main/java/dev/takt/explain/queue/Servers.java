package dev.takt.explain.queue;

import java.util.Arrays;

/// When each of a number of servers is free again: a heap with the earliest on top. For one thread.
///
/// A generator's connections are the servers of its queue: first come, first served.
public final class Servers {

  /// Since when a server is free that nobody has had.
  static final long NEVER_TAKEN = Long.MIN_VALUE;

  private final long[] freeFrom;

  /// @param count how many, 1 or more; all are free
  public Servers(int count) {
    freeFrom = new long[count];
    reset();
  }

  /// Makes all free, from the begin of time on.
  public void reset() {
    Arrays.fill(freeFrom, NEVER_TAKEN);
  }

  /// When the first one is free.
  public long earliest() {
    return freeFrom[0];
  }

  /// Takes the one that is free first.
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
