package dev.takt.driver.sim;

/// A clock that is stopped now and then: the time that a system feels whose threads are all stopped
/// together. Work of 1 ms that meets a stop of 50 ms takes 1 ms on this clock and 51 ms on the real
/// one.
///
/// A stop begins at once. One that is asked for during another begins when that one ends. Two
/// neighbours are kept apart by the one nanosecond in which the second is asked for.
///
/// Thread-safe. Remembers a bounded number of stops: it can be asked for a time as long as fewer
/// than that many stops have begun after it.
final class StoppableTime {

  /// On this clock, when each of the last stops began; strictly increasing.
  private final long[] stoppedAt;

  /// The real time lost to all stops up to and including each of the last.
  private final long[] lost;

  private final int mask;
  private long stops;

  StoppableTime(int remembered) {
    int capacity = Integer.highestOneBit(Math.max(1, remembered - 1)) << 1;
    stoppedAt = new long[capacity];
    lost = new long[capacity];
    mask = capacity - 1;
  }

  /// What this clock shows at a real time, as far as known.
  synchronized long at(long real) {
    for (long stop = stops - 1; stop >= oldest(); stop--) {
      int i = index(stop);
      if (real >= stoppedAt[i] + lost[i]) {
        return real - lost[i];
      }
      if (real >= stoppedAt[i] + lostBefore(stop)) {
        return stoppedAt[i];
      }
    }
    return real - lostBefore(oldest());
  }

  /// When this clock shows a time, as far as known.
  synchronized long realTimeOf(long shown) {
    long stop = stops - 1;
    while (stop >= oldest() && stoppedAt[index(stop)] >= shown) {
      stop--;
    }
    return shown + lostBefore(stop + 1);
  }

  /// Stops the clock at a real time, or as soon as it runs again.
  ///
  /// @return what it shows right after the stop
  synchronized long stop(long real, long nanos) {
    long begin = at(real);
    if (stops > 0) {
      begin = Math.max(begin, stoppedAt[index(stops - 1)] + 1);
    }
    long lostSoFar = lostBefore(stops);
    stoppedAt[index(stops)] = begin;
    lost[index(stops)] = lostSoFar + nanos;
    stops++;
    return begin + 1;
  }

  private long oldest() {
    // The oldest that is stored only serves to know what was lost before the next.
    return Math.max(0, stops - mask);
  }

  private long lostBefore(long stop) {
    return stop == 0 ? 0 : lost[index(stop - 1)];
  }

  private int index(long stop) {
    return (int) (stop & mask);
  }
}
