package dev.takt.report.explore;

import dev.takt.report.page.OpenSource;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The runs and logs that are open, of which there are a few at most: those that nobody asked for
/// longest are closed.
///
/// Thread-safe.
final class Sources implements AutoCloseable {

  private static final int MOST_OPEN = 6;

  /// Opens one at a time, and lets others open theirs meanwhile.
  private static final class Slot {
    @Nullable OpenSource source;
  }

  private final Catalog catalog;
  private final Map<String, Slot> slots = new LinkedHashMap<>(16, 0.75f, true);

  Sources(Catalog catalog) {
    this.catalog = catalog;
  }

  /// What has a number, open; read anew if its files are others than they were.
  ///
  /// @throws Refusal if there is nothing that has it
  /// @throws IOException with a message for people, if it cannot be read
  OpenSource get(String id) throws Refusal, IOException {
    Slot slot = slot(id);
    synchronized (slot) {
      OpenSource source = slot.source;
      if (source != null && source.isOutdated()) {
        source.close();
        source = null;
      }
      if (source == null) {
        try {
          source = catalog.open(id);
        } catch (IOException | Refusal e) {
          forget(id);
          throw e;
        }
        slot.source = source;
      }
      return source;
    }
  }

  private synchronized void forget(String id) {
    slots.remove(id);
  }

  private Slot slot(String id) throws IOException {
    Slot eldest = null;
    Slot slot;
    synchronized (this) {
      slot = slots.computeIfAbsent(id, _ -> new Slot());
      if (slots.size() > MOST_OPEN) {
        Iterator<Slot> oldest = slots.values().iterator();
        eldest = oldest.next();
        oldest.remove();
      }
    }
    if (eldest != null) {
      close(eldest);
    }
    return slot;
  }

  private static void close(Slot slot) throws IOException {
    synchronized (slot) {
      if (slot.source != null) {
        slot.source.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    Iterable<Slot> all;
    synchronized (this) {
      all = List.copyOf(slots.values());
      slots.clear();
    }
    for (Slot each : all) {
      close(each);
    }
  }
}
