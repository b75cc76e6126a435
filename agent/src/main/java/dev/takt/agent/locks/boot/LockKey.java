package dev.takt.agent.locks.boot;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/// A weak reference to a lock as a map key, which is equal to keys of the same object only.
final class LockKey extends WeakReference<Object> {

  private final int hash;

  LockKey(Object lock) {
    super(lock);
    hash = System.identityHashCode(lock);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    Object lock = get();
    return lock != null && other instanceof LockKey key && key.refersTo(lock);
  }
}
