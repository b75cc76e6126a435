package dev.takt.watch.locks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The threads that held a lock while another thread waited for it.
///
/// @param lastFirst the known holders, the last one first
/// @param head the holder when the wait began, at the head of the convoy; null if it is not known
/// @param nanos for how much of the wait each of them held the lock
record LockHolders(
    List<ThreadRef> lastFirst, @Nullable ThreadRef head, Map<ThreadRef, Long> nanos) {

  /// No known holders.
  static LockHolders unknown() {
    return new LockHolders(List.of(), null, Map.of());
  }

  /// Collects holders, the last one first. Not thread-safe.
  static final class Builder {

    private final Map<ThreadRef, Long> nanos = new LinkedHashMap<>();
    private long until;

    /// @param wait the wait, at whose end the last holder's time ends
    Builder(Wait wait) {
      this.until = wait.end();
    }

    /// Adds a holder, which held the lock from a time on until the holder added before it got it.
    void add(ThreadRef who, long from) {
      nanos.merge(who, Math.max(0, until - from), Long::sum);
      until = from;
    }

    LockHolders build(@Nullable ThreadRef head) {
      return new LockHolders(List.copyOf(nanos.keySet()), head, nanos);
    }
  }
}
