package dev.takt.probes.wakeup;

import java.util.concurrent.Exchanger;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/// The [WakeupSignal]s by Java's own mechanisms.
final class WakeupSignals {

  private static final int NONE = -1;

  private WakeupSignals() {}

  /// `wait` and `notify`.
  static final class Monitor implements WakeupSignal {
    private final Object monitor = new Object();
    private int woken = NONE;

    @Override
    public void await(int side) throws InterruptedException {
      synchronized (monitor) {
        while (woken != side) {
          monitor.wait();
        }
        woken = NONE;
      }
    }

    @Override
    public void wake(int side) {
      synchronized (monitor) {
        woken = side;
        monitor.notify();
      }
    }
  }

  /// `park` and `unpark`.
  static final class Parking implements WakeupSignal {
    private final Thread[] threads;
    private final AtomicIntegerArray woken = new AtomicIntegerArray(2);

    Parking(Thread first, Thread second) {
      threads = new Thread[] {first, second};
    }

    @Override
    public void await(int side) {
      while (!woken.compareAndSet(side, 1, 0)) {
        LockSupport.park(this);
      }
    }

    @Override
    public void wake(int side) {
      woken.set(side, 1);
      LockSupport.unpark(threads[side]);
    }
  }

  /// `await` and `signal` of a condition for each side.
  static final class OfCondition implements WakeupSignal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition[] conditions = {lock.newCondition(), lock.newCondition()};
    private int woken = NONE;

    @Override
    public void await(int side) throws InterruptedException {
      lock.lock();
      try {
        while (woken != side) {
          conditions[side].await();
        }
        woken = NONE;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void wake(int side) {
      lock.lock();
      try {
        woken = side;
        conditions[side].signal();
      } finally {
        lock.unlock();
      }
    }
  }

  /// `acquire` and `release` of a semaphore for each side.
  static final class OfSemaphore implements WakeupSignal {
    private final Semaphore[] permits = {new Semaphore(0), new Semaphore(0)};

    @Override
    public void await(int side) throws InterruptedException {
      permits[side].acquire();
    }

    @Override
    public void wake(int side) {
      permits[side].release();
    }
  }

  /// An exchanger: the first thread to call `exchange` is woken by the second.
  static final class OfExchanger implements WakeupSignal {
    private final Exchanger<Integer> exchanger = new Exchanger<>();

    @Override
    public void await(int side) throws InterruptedException {
      var _ = exchanger.exchange(side);
    }

    @Override
    public void wake(int side) throws InterruptedException {
      var _ = exchanger.exchange(1 - side);
    }
  }
}
