package dev.takt.agent.locks.boot;

import org.jspecify.annotations.Nullable;

/// What instrumented locks call: at the begin and the end of the path that a thread takes if it
/// does not get a lock at once, and where a lock is made.
///
/// Threads that get a lock at once never come here. All of it is called under locks that nobody
/// knows, so it takes none itself, and whatever goes wrong ends here.
public final class LockHooks {

  /// The value by which `StampedLock` tells that a wait was interrupted; 0 is its time-out.
  private static final long STAMP_INTERRUPTED = 1;

  private static final LockWait ANY = new LockWait();

  private static final CreationSites SITES = new CreationSites();

  private static volatile boolean on;

  private LockHooks() {}

  /// From now on locks are remembered, and waits recorded. Also does all of it once, so that no
  /// class need be loaded where threads wait for a lock.
  public static void on() {
    on = true;
    Object lock = new Object();
    created(lock);
    end(begin(lock, Thread.currentThread()), lock, false);
  }

  /// From now on nothing is done, and what was remembered is forgotten.
  public static void off() {
    on = false;
    SITES.clear();
  }

  /// A thread does not get a lock at once.
  ///
  /// @param owner who has it; null if it is not the kind of lock that has an owner
  /// @return what [#endQueued] and [#endStamped] want to have
  public static @Nullable Object begin(Object lock, @Nullable Thread owner) {
    if (!on || !ANY.isEnabled()) {
      return null;
    }
    LockWait wait = new LockWait();
    wait.owner = owner;
    wait.begin();
    return wait;
  }

  /// The end of a wait in a queue of synchronisers.
  ///
  /// @param result positive if the thread has the lock
  public static void endQueued(@Nullable Object begun, Object lock, int result) {
    end(begun, lock, result > 0);
  }

  /// The end of a wait for a `StampedLock`.
  ///
  /// @param stamp the stamp
  public static void endStamped(@Nullable Object begun, Object lock, long stamp) {
    end(begun, lock, stamp != 0 && stamp != STAMP_INTERRUPTED);
  }

  /// A lock was made.
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
