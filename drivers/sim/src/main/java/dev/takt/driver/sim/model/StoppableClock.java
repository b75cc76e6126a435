package dev.takt.driver.sim.model;

/// A clock that can be stopped, for a system whose threads are all paused together. Work of 1 ms
/// with a stop of 50 ms in it takes 1 ms on this clock and 51 ms in real time.
///
/// A stop begins at once. A stop requested during another begins when that one ends. Two adjacent
/// stops are separated by one nanosecond, in which the second is requested.
///
/// Thread-safe. Keeps a bounded number of stops: a time can be converted as long as fewer than that
/// many stops have begun after it.
public final class StoppableClock {

  /// The begin of each of the last stops on this clock; strictly increasing.
  private final long[] stoppedAt;

  /// The cumulative real time lost to all stops up to and including each of the last.
  private final long[] lostNanos;

  private final int mask;
  private long stops;

  public StoppableClock(int remembered) {
    int capacity = Integer.highestOneBit(Math.max(1, remembered - 1)) << 1;
    stoppedAt = new long[capacity];
    lostNanos = new long[capacity];
    mask = capacity - 1;
  }

  /// Converts a real time to this clock, as currently known.
  public synchronized long at(long real) {
    for (long stop = stops - 1; stop >= oldest(); stop--) {
      int i = index(stop);
      if (real >= stoppedAt[i] + lostNanos[i]) {
        return real - lostNanos[i];
      }
      if (real >= stoppedAt[i] + lostBefore(stop)) {
        return stoppedAt[i];
      }
    }
    return real - lostBefore(oldest());
  }

  /// Converts a time of this clock to real time, as currently known.
  public synchronized long realTimeOf(long shown) {
    long stop = stops - 1;
    while (stop >= oldest() && stoppedAt[index(stop)] >= shown) {
      stop--;
    }
    return shown + lostBefore(stop + 1);
  }

  /// Stops the clock at a real time, or as soon as it runs again.
  ///
  /// @return the time of this clock right after the stop
  public synchronized long stop(long real, long nanos) {
    long begin = at(real);
    if (stops > 0) {
      begin = Math.max(begin, stoppedAt[index(stops - 1)] + 1);
    }
    long lostSoFar = lostBefore(stops);
    stoppedAt[index(stops)] = begin;
    lostNanos[index(stops)] = lostSoFar + nanos;
    stops++;
    return begin + 1;
  }

  private long oldest() {
    // The oldest stored stop only provides the time lost before the next one.
    return Math.max(0, stops - mask);
  }

  private long lostBefore(long stop) {
    return stop == 0 ? 0 : lostNanos[index(stop - 1)];
  }

  private int index(long stop) {
    return (int) (stop & mask);
  }
}
