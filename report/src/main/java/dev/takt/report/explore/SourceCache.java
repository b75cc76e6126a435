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
final class SourceCache implements AutoCloseable {

  static final int MAX_OPEN_SOURCES = 6;

  private static final long ACQUIRE_TIMEOUT_MILLIS = 5_000;

  private final Catalog catalog;
  private final Map<String, CacheEntry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private boolean isClosed;

  SourceCache(Catalog catalog) {
    this.catalog = catalog;
  }

  /// Returns a lease on the source of an id. The source is opened if necessary, and reopened if its
  /// files have changed.
  ///
  /// @throws Refusal if the id does not exist, or all slots stay in use for the whole wait
  /// @throws IOException with a message for people, if it cannot be read
  SourceHandle acquire(String id) throws HttpError, IOException, InterruptedException {
    catalog.require(id); // an unknown id must not evict an open source
    while (true) {
      CacheEntry slot = takeEntry(id);
      boolean isKept = false;
      try {
        if (!slot.isOutdated()) {
          SourceHandle lease = new SourceHandle(this, slot, slot.open(() -> catalog.open(id)));
          isKept = true;
          return lease;
        }
      } finally {
        if (!isKept) {
          retire(id, slot);
          release(slot);
        }
      }
    }
  }

  /// The number of open sources.
  synchronized int count() {
    return entries.size();
  }

  /// Finds or creates the slot of an id, and adds a lease to it.
  private CacheEntry takeEntry(String id) throws HttpError, IOException, InterruptedException {
    CacheEntry slot;
    CacheEntry eldest = null;
    synchronized (this) {
      slot = entries.get(id);
      if (slot == null) {
        awaitFreeEntry();
        if (entries.size() >= MAX_OPEN_SOURCES && !entries.containsKey(id)) {
          eldest = removeIdle();
        }
        slot = entries.computeIfAbsent(id, _ -> new CacheEntry());
      }
      slot.handles++;
    }
    if (eldest != null) {
      eldest.close();
    }
    return slot;
  }

  private void awaitFreeEntry() throws HttpError, InterruptedException {
    long deadline = System.nanoTime() + ACQUIRE_TIMEOUT_MILLIS * 1_000_000;
    long left = ACQUIRE_TIMEOUT_MILLIS;
    while (!isClosed && left > 0 && entries.size() >= MAX_OPEN_SOURCES && !hasIdle()) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
    if (isClosed) {
      throw new HttpError(503, "The explorer is ending.");
    }
    if (entries.size() >= MAX_OPEN_SOURCES && !hasIdle()) {
      throw new HttpError(503, "Too many runs are read at once; try again in a moment.");
    }
  }

  private boolean hasIdle() {
    return entries.values().stream().anyMatch(each -> each.handles == 0);
  }

  private @Nullable CacheEntry removeIdle() {
    for (Map.Entry<String, CacheEntry> each : entries.entrySet()) {
      if (each.getValue().handles == 0) {
        entries.remove(each.getKey());
        return each.getValue();
      }
    }
    return null;
  }

  /// Removes the slot from the cache; it is closed with its last lease. A newer slot may already be
  /// registered for the same id, which stays.
  private synchronized void retire(String id, CacheEntry slot) {
    entries.remove(id, slot);
    slot.isRetired = true;
    notifyAll();
  }

  void release(CacheEntry slot) throws IOException {
    boolean isLast;
    synchronized (this) {
      slot.handles--;
      isLast = slot.handles == 0 && slot.isRetired;
      notifyAll();
    }
    if (isLast) {
      slot.close();
    }
  }

  /// Closes all idle sources. A source in use is closed with its last lease.
  @Override
  public void close() throws IOException {
    List<CacheEntry> idle = new ArrayList<>();
    synchronized (this) {
      isClosed = true;
      for (CacheEntry each : entries.values()) {
        each.isRetired = true;
        if (each.handles == 0) {
          idle.add(each);
        }
      }
      entries.clear();
      notifyAll();
    }
    for (CacheEntry each : idle) {
      each.close();
    }
  }
}
