package dev.takt.explain.attribution.classify;

import java.util.Arrays;

/// A growable list of ints. Not thread-safe.
public final class IntList {

  private static final int INITIAL_CAPACITY = 64;

  private int[] values;
  private int size;

  public IntList() {
    this(INITIAL_CAPACITY);
  }

  /// @param capacity the initial capacity
  public IntList(int capacity) {
    values = new int[Math.max(INITIAL_CAPACITY, capacity)];
  }

  public void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.addExact(size, size >> 1));
    }
    values[size++] = value;
  }

  /// Appends the first `count` numbers of an array.
  public void addAll(int[] others, int count) {
    if (size + count > values.length) {
      values = Arrays.copyOf(values, Math.addExact(size + count, (size + count) >> 1));
    }
    System.arraycopy(others, 0, values, size, count);
    size += count;
  }

  public int get(int i) {
    return values[i];
  }

  public void clear() {
    size = 0;
  }

  public int size() {
    return size;
  }
}
