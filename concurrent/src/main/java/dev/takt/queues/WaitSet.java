package dev.takt.queues;

import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// Threads that wait for something that others bring about without a lock, and without knowing
/// whether anybody waits.
///
/// Whoever brings it about does so, and then [#wakeOne]s; whoever waits [#selectChunk]s, looks once
/// more, and only then parks. With a full fence on both sides between the one and the other, either
/// the former sees the waiter, or the latter sees what was brought about (Dekker's argument). So
/// the last look must be a strict one: one that fails though what it looks for is there would let
/// its thread sleep beside it. The lock is for the list of waiters, and is taken only when somebody
/// waits.
final class WaitSet {

  /// One thread's wait.
  static final class Waiter {
    private final Thread thread = Thread.currentThread();
    private volatile boolean woken;

    private Waiter() {}
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Waiter> asleep = new ArrayDeque<>();

  /// How many there are, written under the lock.
  private volatile int number;

  /// Makes the current thread one that will be woken. To be followed by a last look, and by
  /// [#clearChunk].
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
  /// @param start from when time counts, by [System#nanoTime]
  /// @param nanos how long at most; 0 or less not at all, [Long#MAX_VALUE] without a limit
  /// @return false if the time was over before
  boolean sleep(Waiter waiter, long start, long nanos) throws InterruptedException {
    long limit = Math.max(nanos, 0); // the least long, less what has passed, would be a large one
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

  /// Ends a wait. Whoever was woken and does not need it must wake another one in its place.
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
