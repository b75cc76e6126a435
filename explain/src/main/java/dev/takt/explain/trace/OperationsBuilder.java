package dev.takt.explain.trace;

import dev.takt.runs.OperationState;
import java.util.Arrays;
import java.util.List;

/// Gathers operations in any order. For one thread.
public final class OperationsBuilder {

  private static final int FIRST_CAPACITY = 1024;
  private static final int RADIX_BITS = 11;
  private static final int RADIX = 1 << RADIX_BITS;

  private final List<String> names;
  private int size;
  private long[] due = new long[FIRST_CAPACITY];
  private long[] start = new long[FIRST_CAPACITY];
  private long[] end = new long[FIRST_CAPACITY];
  private short[] nameNumbers = new short[FIRST_CAPACITY];
  private byte[] states = new byte[FIRST_CAPACITY];
  private boolean sorted = true;

  /// @param names of the operations, by their number
  public OperationsBuilder(List<String> names) {
    this.names = names;
  }

  /// Adds one.
  ///
  /// @param name its number among the names
  public OperationsBuilder add(
      int name, long dueNanoTime, long startNanoTime, long endNanoTime, OperationState state) {
    return add(name, dueNanoTime, startNanoTime, endNanoTime, state.code());
  }

  OperationsBuilder add(
      int name, long dueNanoTime, long startNanoTime, long endNanoTime, int state) {
    if (size == due.length) {
      grow();
    }
    sorted &= size == 0 || due[size - 1] <= dueNanoTime;
    due[size] = dueNanoTime;
    start[size] = startNanoTime;
    end[size] = endNanoTime;
    nameNumbers[size] = (short) name;
    states[size] = (byte) state;
    size++;
    return this;
  }

  private void grow() {
    int capacity = Math.addExact(size, Math.max(1, size >> 1));
    due = Arrays.copyOf(due, capacity);
    start = Arrays.copyOf(start, capacity);
    end = Arrays.copyOf(end, capacity);
    nameNumbers = Arrays.copyOf(nameNumbers, capacity);
    states = Arrays.copyOf(states, capacity);
  }

  /// All that were added, in the order in which they were due; those that were due at once, in the
  /// order in which they were added. Nothing can be added after that.
  ///
  /// @param scheduled whether there was a schedule
  public Operations build(boolean scheduled) {
    if (!sorted) {
      int[] order = order();
      due = permuted(due, order);
      start = permuted(start, order);
      end = permuted(end, order);
      nameNumbers = permuted(nameNumbers, order);
      states = permuted(states, order);
    }
    return new Operations(names, scheduled, size, due, start, end, nameNumbers, states);
  }

  /// A radix sort, the lowest digit first: it is stable, and as fast on ten million operations as
  /// reading them.
  private int[] order() {
    long least = due[0];
    long most = due[0];
    for (int i = 1; i < size; i++) {
      least = due[i] - least < 0 ? due[i] : least;
      most = due[i] - most > 0 ? due[i] : most;
    }
    int[] from = new int[size];
    int[] to = new int[size];
    Arrays.setAll(from, i -> i);
    for (int shift = 0; shift < Long.SIZE && (most - least) >>> shift != 0; shift += RADIX_BITS) {
      int[] begins = new int[RADIX + 1];
      for (int i = 0; i < size; i++) {
        begins[digit(due[i] - least, shift) + 1]++;
      }
      for (int i = 1; i <= RADIX; i++) {
        begins[i] += begins[i - 1];
      }
      for (int each : from) {
        to[begins[digit(due[each] - least, shift)]++] = each;
      }
      int[] swapped = from;
      from = to;
      to = swapped;
    }
    return from;
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & (RADIX - 1);
  }

  private static long[] permuted(long[] values, int[] order) {
    long[] sorted = new long[order.length];
    for (int i = 0; i < order.length; i++) {
      sorted[i] = values[order[i]];
    }
    return sorted;
  }

  private static short[] permuted(short[] values, int[] order) {
    short[] sorted = new short[order.length];
    for (int i = 0; i < order.length; i++) {
      sorted[i] = values[order[i]];
    }
    return sorted;
  }

  private static byte[] permuted(byte[] values, int[] order) {
    byte[] sorted = new byte[order.length];
    for (int i = 0; i < order.length; i++) {
      sorted[i] = values[order[i]];
    }
    return sorted;
  }
}
