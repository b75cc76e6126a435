package dev.takt.agent.locks.boot;

import org.jspecify.annotations.Nullable;

/// The methods that instrumented locks call: at the start and end of the slow path, which a thread
/// takes if it does not get a lock at once, and when a lock is created.
///
/// The fast path has no hook. The hooks may run while the thread holds any locks, so they take none
/// themselves. Thread-safe.
public final class LockHooks {

  /// The result of `StampedLock` for an interrupted wait; 0 is a timeout.
  private static final long STAMP_INTERRUPTED = 1;

  private static final LockWait ANY = new LockWait();

  private static final CreationSites SITES = new CreationSites();

  private static volatile boolean on;

  private LockHooks() {}

  /// Enables the hooks. Also runs each of them once, so that no class is loaded while a thread
  /// waits for a lock.
  public static void on() {
    on = true;
    Object lock = new Object();
    created(lock);
    end(begin(lock, Thread.currentThread()), lock, false);
  }

  /// Disables the hooks and forgets all creation sites.
  public static void off() {
    on = false;
    SITES.clear();
  }

  /// Called when a thread does not get a lock at once.
  ///
  /// @param owner the thread that holds it; null if that is not known, or the lock has no owner
  /// @return the argument for [#endQueued] and [#endStamped]
  public static @Nullable Object begin(Object lock, @Nullable Thread owner) {
    if (!on || !ANY.isEnabled()) {
      return null;
    }
    LockWait wait = new LockWait();
    wait.owner = owner;
    wait.ownerName = owner == null ? null : owner.getName();
    wait.begin();
    return wait;
  }

  /// Called at the end of a wait in an `AbstractQueuedSynchronizer`.
  ///
  /// @param result positive if the thread has the lock
  public static void endQueued(@Nullable Object begun, Object lock, int result) {
    end(begun, lock, result > 0);
  }

  /// Called at the end of a wait for a `StampedLock`.
  ///
  /// @param stamp the stamp
  public static void endStamped(@Nullable Object begun, Object lock, long stamp) {
    end(begun, lock, stamp != 0 && stamp != STAMP_INTERRUPTED);
  }

  /// Called when a lock was created.
  public static void created(Object lock) {
    if (on) {
      SITES.remember(lock);
    }
  }

  private static void end(@Nullable Object begun, Object lock, boolean acquired) {
    if (!(begun instanceof LockWait wait)) {
      return;
    }
    wait.end();
    if (wait.shouldCommit()) {
      wait.lockClass = lock.getClass();
      wait.identity = System.identityHashCode(lock);
      wait.createdAt = SITES.of(lock);
      wait.acquired = acquired;
      wait.commit();
    }
  }
}
