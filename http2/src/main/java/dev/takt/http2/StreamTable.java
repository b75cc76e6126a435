package dev.takt.http2;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The open streams by their ids: a hash table with linear probing.
final class StreamTable {

  private static final int FIRST_CAPACITY = 16;

  private @Nullable StreamCodec[] slots = new StreamCodec[FIRST_CAPACITY];
  private int size;

  int size() {
    return size;
  }

  void clear() {
    Arrays.fill(slots, null);
    size = 0;
  }

  /// Ids are odd and consecutive.
  private int home(int id) {
    return id >> 1 & slots.length - 1;
  }

  @Nullable StreamCodec get(int id) {
    int slot = home(id);
    StreamCodec found = slots[slot];
    while (found != null && found.id() != id) {
      slot = slot + 1 & slots.length - 1;
      found = slots[slot];
    }
    return found;
  }

  /// Adds a stream, whose id is set.
  void add(StreamCodec stream) {
    if (2 * (size + 1) > slots.length) {
      grow();
    }
    put(stream);
    size++;
  }

  private void put(StreamCodec stream) {
    int slot = home(stream.id());
    while (slots[slot] != null) {
      slot = slot + 1 & slots.length - 1;
    }
    slots[slot] = stream;
  }

  private void grow() {
    @Nullable StreamCodec[] old = slots;
    slots = new StreamCodec[2 * old.length];
    for (StreamCodec each : old) {
      if (each != null) {
        put(each);
      }
    }
  }

  /// Removes a stream that is in the table. Those behind it move up, so that probing finds them.
  void remove(StreamCodec stream) {
    int hole = home(stream.id());
    while (slots[hole] != stream) {
      hole = hole + 1 & slots.length - 1;
    }
    slots[hole] = null;
    size--;
    int slot = hole + 1 & slots.length - 1;
    StreamCodec next = slots[slot];
    while (next != null) {
      slots[slot] = null;
      put(next);
      slot = slot + 1 & slots.length - 1;
      next = slots[slot];
    }
  }
}
