package dev.takt.queues;

import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Threads that wait for a condition that other threads establish without a lock, and without
/// knowing whether any thread waits.
///
/// A thread that establishes the condition calls [#wakeOne] afterwards. A thread that waits calls
/// [#enter], checks the condition once more, and only then parks. With a full fence on both sides
/// between the two steps, either the former sees the waiter, or the latter sees the condition
/// (Dekker's argument). So the last check must be a strict one: a check that fails although the
/// condition holds would let its thread sleep for ever. The lock protects the list of waiters, and
/// is taken only when a thread waits.
final class WaitSet {

  /// One thread's wait.
  static final class Waiter {
    private final Thread thread = Thread.currentThread();
    private volatile boolean woken;

    private Waiter() {}
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Waiter> asleep = new ArrayDeque<>();

  /// Number of waiters, written under the lock.
  private volatile int number;

  /// Adds the current thread to the waiters. Must be followed by a last check, and by [#leave].
  Waiter enter() {
    Waiter waiter = new Waiter();
    lock.lock();
    try {
      asleep.add(waiter);
      number = asleep.size();
    } finally {
      lock.unlock();
    }
    VarHandle.fullFence();
    return waiter;
  }

  /// Sleeps until woken.
  ///
  /// @param start when the wait began, by [System#nanoTime]
  /// @param nanos maximum time; 0 or less does not sleep, [Long#MAX_VALUE] has no limit
  /// @return false on timeout
  boolean sleep(Waiter waiter, long start, long nanos) throws InterruptedException {
    long limit = Math.max(nanos, 0); // avoids overflow of `left`
    while (!waiter.woken) {
      long left = limit - (System.nanoTime() - start);
      if (left <= 0) {
        return false;
      }
      if (nanos == Long.MAX_VALUE) {
        LockSupport.park(this); // needs no timer
      } else {
        LockSupport.parkNanos(this, left);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return true;
  }

  /// Ends a wait. A thread that was woken and does not need it must wake another one.
  ///
  /// @return true if it was woken
  boolean leave(Waiter waiter) {
    if (waiter.woken) {
      return true;
    }
    lock.lock();
    try {
      boolean slept = asleep.remove(waiter);
      number = asleep.size();
      return !slept;
    } finally {
      lock.unlock();
    }
  }

  /// Wakes the thread that has waited longest, if there is one.
  void wakeOne() {
    VarHandle.fullFence();
    if (number > 0) {
      wakeFirst();
    }
  }

  private void wakeFirst() {
    Waiter first;
    lock.lock();
    try {
      first = asleep.poll();
      number = asleep.size();
    } finally {
      lock.unlock();
    }
    if (first != null) {
      first.woken = true;
      LockSupport.unpark(first.thread);
    }
  }
}
