package dev.takt.watch.locks;

import dev.takt.runs.time.TimeInterval;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// A wait of one thread for one lock.
///
/// @param source the kind of event that recorded it
/// @param thread the thread that waited
/// @param interval when it was, on the run's clock
/// @param lock the lock
/// @param acquired whether the thread certainly had the lock in the end; timed and interruptible
///   waits can end without it
/// @param owner for a monitor, the previous owner; for a class, the thread that initialized it; for
///   a wait that the deep agent recorded, the owner when the wait began; null if it is not known
/// @param where the frames of the waiting thread; null if they are not known
/// @param createdAt where the lock was created; null if it is not known
record Wait(
    Source source,
    ThreadRef thread,
    TimeInterval interval,
    LockId lock,
    boolean acquired,
    @Nullable ThreadRef owner,
    @Nullable String where,
    @Nullable String createdAt) {

  static final Comparator<Wait> BY_BEGIN = Comparator.comparingLong(Wait::begin);
  static final Comparator<Wait> BY_END = Comparator.comparingLong(Wait::end);

  /// The kinds of events that record waits. If several record the same wait, the first kind is
  /// used.
  enum Source {
    /// An event of the deep agent.
    AGENT("takt.LockWait"),
    /// A trace of the method in which threads wait for a lock.
    TRACE("jdk.MethodTrace"),
    /// A thread was parked.
    PARK("jdk.ThreadPark"),
    /// A thread was blocked at a monitor.
    MONITOR("jdk.JavaMonitorEnter"),
    /// A thread waited until another one had initialized a class.
    INITIALIZATION("jdk.JavaMonitorWait");

    final String event;

    Source(String event) {
      this.event = event;
    }
  }

  long begin() {
    return interval.begin();
  }

  long end() {
    return interval.end();
  }

  long nanos() {
    return interval.nanos();
  }

  /// Returns a wait that begins with this one and ends with another.
  Wait extendedTo(Wait last) {
    TimeInterval whole = new TimeInterval(begin(), last.end());
    return new Wait(source, thread, whole, lock, last.acquired, owner, where, createdAt);
  }

  /// Returns a copy with the lock of another event of the same wait.
  Wait withLockOf(Wait other) {
    return new Wait(source, thread, interval, other.lock, acquired, owner, where, createdAt);
  }
}
