package dev.takt.queues;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// What a thread does while it waits for another one without a signal from it: it looks, idles,
/// looks again.
///
/// The strategies here keep no state of their own, so any number of threads may share one. A
/// strategy may also do something useful (work on what others wait for), or throw to end the wait:
/// the exception leaves the method that waited, which has then done nothing.
@FunctionalInterface
public interface IdleStrategy {

  /// Called each time that the waiting thread has looked in vain.
  ///
  /// @param times how often in succession, this one included: 1, 2, 3 and so on, up to the largest
  ///   `int`, where it stays
  void idle(int times);

  /// The same, but ends the wait of a thread that is interrupted, which stays so.
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

  /// Burns the core: the fastest answer, for a machine that has a core for each thread.
  static IdleStrategy spinning() {
    return times -> Thread.onSpinWait();
  }

  /// Offers the core to others each time. Still uses all of it if nobody wants it.
  static IdleStrategy yielding() {
    return times -> Thread.yield();
  }

  /// Yields 64 times, then sleeps from 1 µs, doubled each time, to 1 ms (Linux adds some 50 µs to
  /// each). The default wherever there is one.
  ///
  /// An interrupted thread cannot sleep; it yields instead, and stays interrupted.
  static IdleStrategy backingOff() {
    return backingOff(64, 1, TimeUnit.MILLISECONDS);
  }

  /// Yields a number of times, then sleeps from 1 µs, doubled each time, to a longest sleep.
  ///
  /// @param yields from 0
  /// @param longest the longest sleep, at least 1 µs
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
