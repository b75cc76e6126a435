package dev.takt.watch.locks;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// A wait of one thread for one lock.
///
/// @param seen by which event it is known
/// @param who waited
/// @param begin its first moment, on the run's clock
/// @param end its last one
/// @param lock what for
/// @param acquired whether the thread surely had the lock in the end; a wait with a limit, or one
///   that can be interrupted, can end without
/// @param owner for a monitor, who had it last before this thread got it; for a wait that the deep
///   agent saw, who had it when the wait began; null if that is not known
/// @param where the frames of the waiting thread; null if they are not known
/// @param createdAt where the lock was made; null if that is not known
record Wait(
    Seen seen,
    Who who,
    long begin,
    long end,
    LockId lock,
    boolean acquired,
    @Nullable Who owner,
    @Nullable String where,
    @Nullable String createdAt) {

  static final Comparator<Wait> BY_BEGIN = Comparator.comparingLong(Wait::begin);
  static final Comparator<Wait> BY_END = Comparator.comparingLong(Wait::end);

  /// By which event a wait is known; where several tell of one wait, the first of these is taken.
  enum Seen {
    /// The agent's own event.
    DEEP("takt.LockWait"),
    /// A trace of the method in which threads wait.
    TRACE("jdk.MethodTrace"),
    /// A thread was parked.
    PARK("jdk.ThreadPark"),
    /// A thread was blocked at a monitor.
    MONITOR("jdk.JavaMonitorEnter");

    final String event;

    Seen(String event) {
      this.event = event;
    }
  }

  long nanos() {
    return end - begin;
  }

  /// The same wait until later.
  Wait until(Wait last) {
    return new Wait(seen, who, begin, last.end, lock, last.acquired, owner, where, createdAt);
  }

  /// The same wait with what another event of it knows of the lock.
  Wait of(Wait other) {
    return new Wait(seen, who, begin, end, other.lock, acquired, owner, where, createdAt);
  }
}
