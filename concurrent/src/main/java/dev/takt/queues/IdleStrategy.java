package dev.takt.queues;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// What a thread does while it polls for another thread's progress: it checks, idles, and checks
/// again.
///
/// The strategies here are stateless, so any number of threads may share one. A strategy may also
/// do something useful (work that other threads wait for), or throw to end the wait: the exception
/// is thrown by the method that waited, which has then done nothing.
@FunctionalInterface
public interface IdleStrategy {

  /// Called after each unsuccessful check.
  ///
  /// @param times number of consecutive unsuccessful checks, including this one: 1, 2, 3 and so on,
  ///   up to the largest `int`, where it stays
  void idle(int times);

  /// Returns this strategy with a check for interrupts: an interrupt ends the wait, and the thread
  /// stays interrupted.
  ///
  /// @return a strategy that throws a [CancellationException] then
  default IdleStrategy interruptible() {
    return times -> {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("interrupted while it waited");
      }
      idle(times);
    };
  }

  /// Busy-spins: the lowest latency, for a machine with a core for each thread.
  static IdleStrategy spinning() {
    return times -> Thread.onSpinWait();
  }

  /// Yields the core each time. Still uses all of it if no other thread wants it.
  static IdleStrategy yielding() {
    return times -> Thread.yield();
  }

  /// Yields 64 times, then sleeps with exponential backoff from 1 µs, doubled each time, to 1 ms
  /// (Linux adds some 50 µs to each sleep). The default of all methods that have one.
  ///
  /// An interrupted thread cannot sleep; it yields instead, and stays interrupted.
  static IdleStrategy backingOff() {
    return backingOff(64, 1, TimeUnit.MILLISECONDS);
  }

  /// Yields a number of times, then sleeps with exponential backoff from 1 µs, doubled each time,
  /// up to a maximum.
  ///
  /// @param yields at least 0
  /// @param longest the maximum sleep, at least 1 µs
  /// @throws IllegalArgumentException if either is less
  static IdleStrategy backingOff(int yields, long longest, TimeUnit unit) {
    long longestNanos = unit.toNanos(longest);
    if (yields < 0 || longestNanos < 1_000) {
      throw new IllegalArgumentException(
          "yields "
              + yields
              + " must be 0 or more, and the longest sleep of "
              + longestNanos
              + " ns at least 1000");
    }
    return times -> {
      if (times <= yields || Thread.currentThread().isInterrupted()) {
        Thread.yield();
      } else {
        int doublings = Math.min(times - yields - 1, 40);
        LockSupport.parkNanos(Math.min(1_000L << doublings, longestNanos));
      }
    };
  }
}
