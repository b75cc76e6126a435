package dev.takt.explain.trace;

import dev.takt.runs.model.OperationState;
import dev.takt.runs.trace.JourneySteps;
import dev.takt.runs.trace.TraceBlock;
import dev.takt.runs.trace.TraceContext;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects operations in any order and sorts them by due time. Not thread-safe.
public final class OperationsBuilder {

  private static final int INITIAL_CAPACITY = 1024;
  private static final int RADIX_BITS = 11;
  private static final int RADIX = 1 << RADIX_BITS;

  /// Spare capacity, for later blocks whose operations take fewer bytes.
  private static final double SPARE_FACTOR = 1.03;

  /// The maximum length of an array.
  private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  private static final double GROWTH_FACTOR = 1.125;

  /// The average number of moves per operation up to which merging is faster than a final sort.
  private static final int MAX_MOVES = 8;

  private final List<String> names;
  private final @Nullable TraceContext traces;
  private final Columns columns = new Columns(INITIAL_CAPACITY);
  private boolean sorted = true;
  private long moves;

  /// @param names the names of operations, by their index
  public OperationsBuilder(List<String> names) {
    this(names, null);
  }

  /// @param traces the trace contexts of the run; null if they are not known
  OperationsBuilder(List<String> names, @Nullable TraceContext traces) {
    this.names = names;
    this.traces = traces;
  }

  /// Adds an operation.
  ///
  /// @param name the index of its name
  public OperationsBuilder add(
      int name, long dueNanoTime, long startNanoTime, long endNanoTime, OperationState state) {
    return add(name, dueNanoTime, startNanoTime, endNanoTime, state, TraceBlock.NO_NUMBER);
  }

  /// Adds an operation with its number in the schedule.
  ///
  /// @param name the index of its name
  public OperationsBuilder add(
      int name,
      long dueNanoTime,
      long startNanoTime,
      long endNanoTime,
      OperationState state,
      long number) {
    int size = columns.size;
    sorted &= size == 0 || columns.due[size - 1] <= dueNanoTime;
    columns.add(name, dueNanoTime, startNanoTime, endNanoTime, state.code(), number);
    return this;
  }

  /// Adds the operations of a chunk. A trace is nearly sorted, so they are merged at once;
  /// otherwise [#build] sorts.
  ///
  /// @param expected how many chunks of this size are still to come, including this one, so that
  ///   columns rarely grow
  void append(Chunk chunk, double expected) {
    Columns from = chunk.columns();
    makeRoom(from.size, expected);
    if (from.size == 0) {
      return;
    }
    boolean merges = sorted && chunk.isSorted();
    sorted = merges && moves <= (long) MAX_MOVES * columns.size;
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
      double estimate = Math.max(GROWTH_FACTOR * needed, size + SPARE_FACTOR * expected * more);
      columns.reserve((int) Math.min(MAX_ARRAY_LENGTH, Math.max(needed, estimate)));
    }
  }

  /// Merges from the end backwards, so that operations already in place are not touched. Stable.
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

  /// Builds the operations, sorted by due time; those due at the same time keep the order in which
  /// they were added. Nothing can be added afterwards.
  ///
  /// @param scheduled whether there was a schedule
  public Operations build(boolean scheduled) {
    return build(scheduled, null);
  }

  /// Builds the steps of journeys.
  public Operations build(JourneySteps journeys) {
    return build(true, null).with(journeys, null);
  }

  /// The same.
  ///
  /// @param durations their durations; null to compute them on demand
  Operations build(boolean scheduled, @Nullable Durations durations) {
    if (!sorted) {
      int[] order = order();
      columns.due = permuted(columns.due, order);
      columns.start = permuted(columns.start, order);
      columns.end = permuted(columns.end, order);
      columns.names = permuted(columns.names, order);
      columns.states = permuted(columns.states, order);
      columns.numbers = columns.numbers == null ? null : permuted(columns.numbers, order);
    }
    return new Operations(names, scheduled, columns, durations, traces, null, null);
  }

  /// An LSD radix sort: stable, and for ten million operations as fast as reading them.
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
