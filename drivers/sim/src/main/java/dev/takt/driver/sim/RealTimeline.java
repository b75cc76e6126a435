package dev.takt.driver.sim;

import java.util.concurrent.locks.LockSupport;

/// Real time. Sleeps until shortly before the moment and then yields until it has come, so that a
/// sleep ends some microseconds after it was to end and not a hundred.
///
/// A sleep costs at most [#SPIN_NANOS] of a processor, and commonly next to nothing, as the
/// kernel's timers are late by about as much (the default timer slack of a Linux thread is 50 µs).
/// 10,000 sleeps a second by any number of threads so take at most half of one core, and what they
/// take they yield to any thread that can use it.
final class RealTimeline implements Timeline {

  /// The only one needed: it has no state, and is thread-safe.
  static final RealTimeline INSTANCE = new RealTimeline();

  /// The longest time that is not slept.
  static final long SPIN_NANOS = 50_000;

  private RealTimeline() {}

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  // The hint to the scheduler is all that is wanted: nothing relies on its being taken.
  @SuppressWarnings("ThreadPriorityCheck")
  @Override
  public void waitTowards(long nanos) {
    long left = nanos - System.nanoTime();
    if (left > SPIN_NANOS) {
      LockSupport.parkNanos(this, left - SPIN_NANOS);
    } else if (left > 0) {
      Thread.yield();
    }
  }
}
