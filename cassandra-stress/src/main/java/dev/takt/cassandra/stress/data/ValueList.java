package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.random.JavaRandom;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Values of one column. Grows as needed, and allocates nothing when it is filled again.
final class ValueList {

  private ByteBuffer content = ByteBuffer.allocate(64);
  private int size;

  /// Of value i: its bytes are from `starts[i]` to `ends[i]`. The order of the values can change.
  private int[] starts = new int[8];

  private int[] ends = new int[8];
  private long[] digits = new long[8];
  private long[] digitShifts = new long[8];
  private long[] sortKeys = new long[8];

  /// A hash table with open addressing: the generation in the upper half of an entry, and the place
  /// of a value in the lower one. Entries of other generations are free.
  private long[] table = new long[16];

  private int generation = 1;

  /// Whether the order of the values has changed since they were entered into the table.
  private boolean isMoved;

  void clear() {
    content.clear();
    size = 0;
    isMoved = false;
    forgetTable();
  }

  private void forgetTable() {
    if (generation == Integer.MAX_VALUE) {
      Arrays.fill(table, 0);
      generation = 0;
    }
    generation++;
  }

  int size() {
    return size;
  }

  /// Bytes of all values.
  int bytes() {
    return content.position();
  }

  /// Appends the current value of a generator.
  void add(ValueGenerator value) {
    if (size == starts.length) {
      grow();
    }
    ensure(value.size());
    starts[size] = content.position();
    value.put(content);
    ends[size] = content.position();
    digits[size] = value.digits();
    digitShifts[size] = Fold.shift(value.digitCount());
    sortKeys[size] = value.sortKey();
    size++;
  }

  private void ensure(int bytes) {
    if (content.remaining() < bytes) {
      int capacity = Math.max(2 * content.capacity(), Math.addExact(content.position(), bytes));
      content = ByteBuffer.allocate(capacity).put(content.flip());
    }
  }

  private void grow() {
    int capacity = 2 * size;
    starts = Arrays.copyOf(starts, capacity);
    ends = Arrays.copyOf(ends, capacity);
    digits = Arrays.copyOf(digits, capacity);
    digitShifts = Arrays.copyOf(digitShifts, capacity);
    sortKeys = Arrays.copyOf(sortKeys, capacity);
  }

  /// Appends the current value of a generator, unless it is in this list. The order must not have
  /// changed since the last [#clear].
  void addDistinct(ValueGenerator value) {
    add(value);
    if (2 * size > table.length) {
      table = new long[4 * size];
      for (int i = 0; i < size - 1; i++) {
        table[find(i)] = entry(i);
      }
    }
    int slot = find(size - 1);
    if (isFree(slot)) {
      table[slot] = entry(size - 1);
    } else {
      size--;
      content.position(starts[size]);
    }
  }

  /// The place of a value that follows in a buffer, or -1. The list must have been filled by
  /// [#addDistinct].
  ///
  /// @param in not consumed
  int indexOf(ByteBuffer in, int length) {
    if (isMoved) {
      isMoved = false;
      forgetTable();
      for (int i = 0; i < size; i++) {
        table[find(i)] = entry(i);
      }
    }
    if (size == starts.length) {
      grow();
    }
    ensure(length);
    starts[size] = content.position();
    ends[size] = content.position() + length;
    content.put(content.position(), in, in.position(), length);
    int slot = find(size);
    return isFree(slot) ? -1 : (int) table[slot];
  }

  /// How many values are lower than value i, in the order of [#sort].
  int rank(int i) {
    int lower = 0;
    for (int j = 0; j < size; j++) {
      if (compare(j, i) < 0) {
        lower++;
      }
    }
    return lower;
  }

  private long entry(int i) {
    return ((long) generation << Integer.SIZE) | i;
  }

  private boolean isFree(int slot) {
    return table[slot] >>> Integer.SIZE != generation;
  }

  /// The slot with a value equal to value i, or the free one where it belongs.
  private int find(int i) {
    byte[] bytes = content.array();
    int hash = 0;
    for (int at = starts[i]; at < ends[i]; at++) {
      hash = 31 * hash + bytes[at];
    }
    hash *= 0x9E3779B9;
    int slot = Integer.remainderUnsigned(hash ^ (hash >>> 16), table.length);
    while (!isFree(slot) && !isEqual((int) table[slot], i)) {
      slot = slot + 1 == table.length ? 0 : slot + 1;
    }
    return slot;
  }

  private boolean isEqual(int i, int j) {
    byte[] bytes = content.array();
    return Arrays.equals(bytes, starts[i], ends[i], bytes, starts[j], ends[j]);
  }

  int bytesOf(int i) {
    return ends[i] - starts[i];
  }

  /// Appends value i, serialised.
  void put(int i, ByteBuffer out) {
    out.put(content.array(), starts[i], ends[i] - starts[i]);
  }

  /// A seed followed by the digits of value i.
  long fold(long seed, int i) {
    return seed * digitShifts[i] + digits[i];
  }

  /// A seed followed by the bytes of value i as digits.
  long appendBytes(long seed, int i) {
    return seed * Fold.shift(bytesOf(i)) + Fold.ofBytes(content.array(), starts[i], ends[i]);
  }

  /// Sorts the values by key, and those of equal key by their bytes with their sign. A heap sort,
  /// which needs no memory.
  void sort() {
    isMoved = true;
    for (int i = size / 2 - 1; i >= 0; i--) {
      sink(i, size);
    }
    for (int end = size - 1; end > 0; end--) {
      swap(0, end);
      sink(0, end);
    }
  }

  private void sink(int from, int end) {
    int parent = from;
    for (int child = 2 * parent + 1; child < end; child = 2 * parent + 1) {
      if (child + 1 < end && compare(child, child + 1) < 0) {
        child++;
      }
      if (compare(parent, child) >= 0) {
        return;
      }
      swap(parent, child);
      parent = child;
    }
  }

  private int compare(int i, int j) {
    byte[] bytes = content.array();
    return sortKeys[i] == sortKeys[j]
        ? Arrays.compare(bytes, starts[i], ends[i], bytes, starts[j], ends[j])
        : Long.compare(sortKeys[i], sortKeys[j]);
  }

  /// Brings the values into a random order.
  void shuffle(JavaRandom random) {
    isMoved = true;
    for (int i = size - 1; i > 0; i--) {
      swap(i, (int) (random.nextDouble() * (i + 1)));
    }
  }

  private void swap(int i, int j) {
    swap(starts, i, j);
    swap(ends, i, j);
    swap(digits, i, j);
    swap(digitShifts, i, j);
    swap(sortKeys, i, j);
  }

  private static void swap(int[] array, int i, int j) {
    int value = array[i];
    array[i] = array[j];
    array[j] = value;
  }

  private static void swap(long[] array, int i, int j) {
    long value = array[i];
    array[i] = array[j];
    array[j] = value;
  }
}
