package dev.takt.report.explore;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Bounded cache of open runs and logs with counted references (leases). Of the sources without a
/// lease, the least recently used is closed first.
///
/// Thread-safe.
final class Sources implements AutoCloseable {

  static final int MOST_OPEN = 6;

  private static final long PATIENCE_MILLIS = 5_000;

  private final Catalog catalog;
  private final Map<String, Slot> slots = new LinkedHashMap<>(16, 0.75f, true);
  private boolean closed;

  Sources(Catalog catalog) {
    this.catalog = catalog;
  }

  /// Returns a lease on the source of an id. The source is opened if necessary, and reopened if its
  /// files have changed.
  ///
  /// @throws Refusal if the id does not exist, or all slots stay in use for the whole wait
  /// @throws IOException with a message for people, if it cannot be read
  Lease lease(String id) throws Refusal, IOException, InterruptedException {
    catalog.require(id); // an unknown id must not evict an open source
    while (true) {
      Slot slot = take(id);
      boolean isKept = false;
      try {
        if (!slot.isOutdated()) {
          Lease lease = new Lease(this, slot, slot.open(() -> catalog.open(id)));
          isKept = true;
          return lease;
        }
      } finally {
        if (!isKept) {
          retire(id, slot);
          giveBack(slot);
        }
      }
    }
  }

  /// The number of open sources.
  synchronized int count() {
    return slots.size();
  }

  /// Finds or creates the slot of an id, and adds a lease to it.
  private Slot take(String id) throws Refusal, IOException, InterruptedException {
    Slot slot;
    Slot eldest = null;
    synchronized (this) {
      slot = slots.get(id);
      if (slot == null) {
        awaitPlace();
        if (slots.size() >= MOST_OPEN && !slots.containsKey(id)) {
          eldest = removeIdle();
        }
        slot = slots.computeIfAbsent(id, _ -> new Slot());
      }
      slot.leases++;
    }
    if (eldest != null) {
      eldest.close();
    }
    return slot;
  }

  private void awaitPlace() throws Refusal, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    long left = PATIENCE_MILLIS;
    while (!closed && left > 0 && slots.size() >= MOST_OPEN && !hasIdle()) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
    if (closed) {
      throw new Refusal(503, "The explorer is ending.");
    }
    if (slots.size() >= MOST_OPEN && !hasIdle()) {
      throw new Refusal(503, "Too many runs are read at once; try again in a moment.");
    }
  }

  private boolean hasIdle() {
    return slots.values().stream().anyMatch(each -> each.leases == 0);
  }

  private @Nullable Slot removeIdle() {
    for (Map.Entry<String, Slot> each : slots.entrySet()) {
      if (each.getValue().leases == 0) {
        slots.remove(each.getKey());
        return each.getValue();
      }
    }
    return null;
  }

  /// Removes the slot from the cache; it is closed with its last lease. A newer slot may already be
  /// registered for the same id, which stays.
  private synchronized void retire(String id, Slot slot) {
    slots.remove(id, slot);
    slot.isRetired = true;
    notifyAll();
  }

  void giveBack(Slot slot) throws IOException {
    boolean isLast;
    synchronized (this) {
      slot.leases--;
      isLast = slot.leases == 0 && slot.isRetired;
      notifyAll();
    }
    if (isLast) {
      slot.close();
    }
  }

  /// Closes all idle sources. A source in use is closed with its last lease.
  @Override
  public void close() throws IOException {
    List<Slot> idle = new ArrayList<>();
    synchronized (this) {
      closed = true;
      for (Slot each : slots.values()) {
        each.isRetired = true;
        if (each.leases == 0) {
          idle.add(each);
        }
      }
      slots.clear();
      notifyAll();
    }
    for (Slot each : idle) {
      each.close();
    }
  }
}
