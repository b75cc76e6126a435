package dev.takt.watch.scheduler;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A hash map with `int` keys above 0 that allocates only to grow: it is used several times for
/// each context switch. Open addressing with linear probing; Knuth, The Art of Computer Programming
/// 3, 6.4, algorithms L and R. Not thread-safe.
final class IntHashMap<T> {

  private static final int INITIAL_CAPACITY = 64;
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private int[] keys = new int[INITIAL_CAPACITY];
  private @Nullable Object[] values = new Object[INITIAL_CAPACITY];
  private int size;

  @SuppressWarnings("unchecked")
  @Nullable T get(int key) {
    return (T) values[indexOf(key)];
  }

  void put(int key, T value) {
    if (2 * (size + 1) > keys.length) {
      grow();
    }
    int at = indexOf(key);
    size += keys[at] == 0 ? 1 : 0;
    keys[at] = key;
    values[at] = value;
  }

  void remove(int key) {
    int hole = indexOf(key);
    if (keys[hole] == 0) {
      return;
    }
    size--;
    int mask = keys.length - 1;
    for (int at = (hole + 1) & mask; keys[at] != 0; at = (at + 1) & mask) {
      // An entry may move into the hole if its hash slot is not between the hole and itself.
      int own = slotOf(keys[at], mask);
      if (((at - own) & mask) >= ((at - hole) & mask)) {
        keys[hole] = keys[at];
        values[hole] = values[at];
        hole = at;
      }
    }
    keys[hole] = 0;
    values[hole] = null;
  }

  /// Calls `action` with each value. The action must not change the table.
  @SuppressWarnings("unchecked")
  void forEach(Consumer<T> action) {
    for (Object each : values) {
      if (each != null) {
        action.accept((T) each);
      }
    }
  }

  private int indexOf(int key) {
    int mask = keys.length - 1;
    int at = slotOf(key, mask);
    while (keys[at] != 0 && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private static int slotOf(int key, int mask) {
    int hash = key * GOLDEN_RATIO;
    return (hash ^ (hash >>> 16)) & mask;
  }

  private void grow() {
    int[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    keys = new int[2 * oldKeys.length];
    values = new Object[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int at = indexOf(oldKeys[i]);
        keys[at] = oldKeys[i];
        values[at] = oldValues[i];
      }
    }
  }
}
