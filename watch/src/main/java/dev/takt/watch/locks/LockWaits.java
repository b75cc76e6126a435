package dev.takt.watch.locks;

import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All waits for one lock, to find the threads that held it during each wait.
///
/// - Monitors: an event names only the previous owner. In a queue of waiters, that is the waiter
///   before, which is not the cause either. Its own event names the owner before it, and so on. The
///   chain ends with the thread that held the monitor when the wait began.
/// - Other locks: JFR names no owner; the agent names the one at the begin of the wait. A thread
///   whose own wait for the lock ended during that time held it from then on.
final class LockWaits {

  /// A longer chain consists of many short waits, and is of no use to a reader.
  private static final int MAX_CHAIN_LENGTH = 1000;

  private final List<Wait> byEnd;
  private final Map<Long, List<Wait>> byThread = new HashMap<>();

  LockWaits(List<Wait> waits) {
    byEnd = new ArrayList<>(waits);
    byEnd.sort(Wait.BY_END);
    for (Wait each : byEnd) {
      byThread.computeIfAbsent(each.thread().id(), _ -> new ArrayList<>()).add(each);
    }
  }

  List<Wait> waits() {
    return byEnd;
  }

  LockHolders holders(Wait wait) {
    return wait.lock().kind() == StallKind.MONITOR_WAIT ? chain(wait) : queue(wait);
  }

  private LockHolders chain(Wait wait) {
    LockHolders.Builder holders = new LockHolders.Builder(wait);
    Wait link = wait;
    for (int i = 0; i < MAX_CHAIN_LENGTH; i++) {
      ThreadRef owner = link.owner();
      if (owner == null) {
        return holders.build(null);
      }
      Wait before = lastBefore(byThread.getOrDefault(owner.id(), List.of()), link.end());
      if (before == null || before.end() - wait.begin() <= 0) {
        holders.add(owner, wait.begin());
        return holders.build(owner);
      }
      holders.add(owner, before.end());
      link = before;
    }
    return holders.build(null);
  }

  private LockHolders queue(Wait wait) {
    LockHolders.Builder holders = new LockHolders.Builder(wait);
    int taken = 0;
    for (int i = firstFrom(byEnd, wait.end()) - 1; i >= 0 && taken < MAX_CHAIN_LENGTH; i--) {
      Wait other = byEnd.get(i);
      if (other.end() - wait.begin() <= 0) {
        break;
      }
      if (other.acquired() && other.thread().id() != wait.thread().id()) {
        holders.add(other.thread(), other.end());
        taken++;
      }
    }
    ThreadRef owner = wait.owner();
    if (owner != null) {
      holders.add(owner, wait.begin());
    }
    return holders.build(owner);
  }

  private static @Nullable Wait lastBefore(List<Wait> byEnd, long moment) {
    int next = firstFrom(byEnd, moment);
    return next == 0 ? null : byEnd.get(next - 1);
  }

  /// The index of the first wait that does not end before a time.
  private static int firstFrom(List<Wait> byEnd, long moment) {
    int low = 0;
    int high = byEnd.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (byEnd.get(middle).end() - moment < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
