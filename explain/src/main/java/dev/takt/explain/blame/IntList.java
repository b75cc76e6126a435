package dev.takt.explain.blame;

import java.util.Arrays;

/// A growable list of ints. Not thread-safe.
final class IntList {

  private static final int INITIAL_CAPACITY = 64;

  private int[] values;
  private int size;

  IntList() {
    this(INITIAL_CAPACITY);
  }

  /// @param capacity the initial capacity
  IntList(int capacity) {
    values = new int[Math.max(INITIAL_CAPACITY, capacity)];
  }

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.addExact(size, size >> 1));
    }
    values[size++] = value;
  }

  /// Appends the first `count` numbers of an array.
  void addAll(int[] others, int count) {
    if (size + count > values.length) {
      values = Arrays.copyOf(values, Math.addExact(size + count, (size + count) >> 1));
    }
    System.arraycopy(others, 0, values, size, count);
    size += count;
  }

  int get(int i) {
    return values[i];
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }
}
