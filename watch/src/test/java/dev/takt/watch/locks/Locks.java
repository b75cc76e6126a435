package dev.takt.watch.locks;

import dev.takt.watch.locks.ConvoyProgram.Held;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/// Locks of all kinds, created for each test.
final class Locks {

  private Locks() {}

  static Held monitor() {
    Object monitor = new Object();
    return inside -> {
      synchronized (monitor) {
        inside.run();
      }
    };
  }

  static Held reentrant() {
    ReentrantLock lock = new ReentrantLock();
    return inside -> {
      lock.lock();
      try {
        inside.run();
      } finally {
        lock.unlock();
      }
    };
  }

  /// The locks of `java.util.concurrent`, by the class that the report should name.
  static Map<String, Held> ofTheLibrary() {
    ReentrantLock timed = new ReentrantLock(true);
    ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    Semaphore semaphore = new Semaphore(1, true);
    StampedLock stamped = new StampedLock();
    Map<String, Held> locks = new TreeMap<>();
    locks.put(ReentrantLock.class.getName(), reentrant());
    locks.put(
        ReentrantLock.class.getName() + " timed",
        inside -> {
          try {
            if (timed.tryLock(10, TimeUnit.SECONDS)) {
              try {
                inside.run();
              } finally {
                timed.unlock();
              }
            }
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    locks.put(
        ReentrantReadWriteLock.class.getName(),
        inside -> {
          readWrite.writeLock().lock();
          try {
            inside.run();
          } finally {
            readWrite.writeLock().unlock();
          }
        });
    locks.put(
        Semaphore.class.getName(),
        inside -> {
          semaphore.acquireUninterruptibly();
          try {
            inside.run();
          } finally {
            semaphore.release();
          }
        });
    locks.put(
        StampedLock.class.getName(),
        inside -> {
          long stamp = stamped.writeLock();
          try {
            inside.run();
          } finally {
            stamped.unlockWrite(stamp);
          }
        });
    return locks;
  }
}
