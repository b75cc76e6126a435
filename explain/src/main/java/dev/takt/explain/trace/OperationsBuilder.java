package dev.takt.explain.trace;

import dev.takt.runs.OperationState;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gathers operations in any order. For one thread.
public final class OperationsBuilder {

  private static final int FIRST_CAPACITY = 1024;
  private static final int RADIX_BITS = 11;
  private static final int RADIX = 1 << RADIX_BITS;

  /// Room for those that take fewer bytes than those before them.
  private static final double SPARE = 1.03;

  /// No array is longer.
  private static final int LONGEST = Integer.MAX_VALUE - 8;

  private static final double GROWTH = 1.125;

  /// Merging pays as long as what comes has its place near the end.
  private static final int MOST_MOVES = 8;

  private final List<String> names;
  private final Columns columns = new Columns(FIRST_CAPACITY);
  private boolean sorted = true;
  private long moves;

  /// @param names of the operations, by their number
  public OperationsBuilder(List<String> names) {
    this.names = names;
  }

  /// Adds one.
  ///
  /// @param name its number among the names
  public OperationsBuilder add(
      int name, long dueNanoTime, long startNanoTime, long endNanoTime, OperationState state) {
    int size = columns.size;
    sorted &= size == 0 || columns.due[size - 1] <= dueNanoTime;
    columns.add(name, dueNanoTime, startNanoTime, endNanoTime, state.code());
    return this;
  }

  /// Adds many. A trace is nearly sorted, so that they are put where they belong at once; where it
  /// is not, [#build] sorts.
  ///
  /// @param expected so many times as many are to come, with these: then columns need not grow
  void append(Chunk chunk, double expected) {
    Columns from = chunk.columns();
    makeRoom(from.size, expected);
    if (from.size == 0) {
      return;
    }
    boolean merges = sorted && chunk.isSorted();
    sorted = merges && moves <= (long) MOST_MOVES * columns.size;
    if (sorted) {
      merge(from);
    } else {
      columns.copy(from, 0, columns.size, from.size);
    }
    columns.size += from.size;
  }

  private void makeRoom(int more, double expected) {
    int size = columns.size;
    int needed = Math.addExact(size, more);
    if (needed > columns.capacity()) {
      double estimate = Math.max(GROWTH * needed, size + SPARE * expected * more);
      columns.reserve((int) Math.min(LONGEST, Math.max(needed, estimate)));
    }
  }

  /// From behind, so that those that are in their place are not touched. Of those due at once, the
  /// earlier ones stay before the later ones.
  private void merge(Columns from) {
    int have = columns.size - 1;
    int next = from.size - 1;
    int to = columns.size + from.size - 1;
    long before = from.due[0];
    while (have >= 0 && columns.due[have] > before) {
      if (columns.due[have] > from.due[next]) {
        columns.copy(columns, have--, to--);
      } else {
        columns.copy(from, next--, to--);
      }
    }
    columns.copy(from, 0, to - next, next + 1);
    moves += columns.size - 1 - have;
  }

  /// All that were added, in the order in which they were due; those that were due at once, in the
  /// order in which they were added. Nothing can be added after that.
  ///
  /// @param scheduled whether there was a schedule
  public Operations build(boolean scheduled) {
    return build(scheduled, null);
  }

  /// The same.
  ///
  /// @param durations how long they took; null if that is to be found out
  Operations build(boolean scheduled, @Nullable Durations durations) {
    if (!sorted) {
      int[] order = order();
      columns.due = permuted(columns.due, order);
      columns.start = permuted(columns.start, order);
      columns.end = permuted(columns.end, order);
      columns.names = permuted(columns.names, order);
      columns.states = permuted(columns.states, order);
    }
    return new Operations(names, scheduled, columns, durations);
  }

  /// A radix sort, the lowest digit first: it is stable, and as fast on ten million operations as
  /// reading them.
  private int[] order() {
    int size = columns.size;
    long[] due = columns.due;
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
