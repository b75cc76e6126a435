package dev.takt.driver.sim;

import java.util.concurrent.locks.LockSupport;

/// Real time with precise sleeps: it parks until shortly before the deadline and then yields in a
/// loop, so that a sleep ends some microseconds late instead of about a hundred.
///
/// A sleep costs at most [#SPIN_NANOS] of CPU time, and usually almost none, because kernel timers
/// are late by about as much (the default timer slack of a Linux thread is 50 µs). So 10,000 sleeps
/// a second, by any number of threads, take at most half a core, and they yield it to any runnable
/// thread.
final class RealTimeline implements Timeline {

  /// The singleton; it is stateless and thread-safe.
  static final RealTimeline INSTANCE = new RealTimeline();

  /// The remaining time from which on it yields instead of parking.
  static final long SPIN_NANOS = 50_000;

  private RealTimeline() {}

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  // Thread.yield is only a hint to the scheduler: correctness does not depend on it.
  @SuppressWarnings("ThreadPriorityCheck")
  @Override
  public void waitUntil(long nanos) {
    long left = nanos - System.nanoTime();
    if (left > SPIN_NANOS) {
      LockSupport.parkNanos(this, left - SPIN_NANOS);
    } else if (left > 0) {
      Thread.yield();
    }
  }
}
