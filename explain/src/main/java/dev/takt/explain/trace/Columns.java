package dev.takt.explain.trace;

import static dev.takt.runs.trace.TraceBlock.NO_NUMBER;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Growable columns of operations. Not thread-safe.
final class Columns {

  /// Longer columns are grown by two threads, since the first touch of new memory is slow.
  private static final int PARALLEL_CAPACITY = 1 << 20;

  int size;
  long[] due;
  long[] start;
  long[] end;
  short[] names;
  byte[] states;

  /// The numbers of operations in the schedule; null until there is one.
  long @Nullable [] numbers;

  Columns(int capacity) {
    due = new long[capacity];
    start = new long[capacity];
    end = new long[capacity];
    names = new short[capacity];
    states = new byte[capacity];
  }

  void add(int name, long itsDue, long itsStart, long itsEnd, int state, long number) {
    if (size == due.length) {
      reserve(Math.addExact(size, Math.max(1, size >> 1)));
    }
    due[size] = itsDue;
    start[size] = itsStart;
    end[size] = itsEnd;
    names[size] = (short) name;
    states[size] = (byte) state;
    long[] itsNumbers = numbers;
    if (itsNumbers == null && number != NO_NUMBER) {
      itsNumbers = makeNumbers();
    }
    if (itsNumbers != null) {
      itsNumbers[size] = number;
    }
    size++;
  }

  /// The same operations at other times; shares all other columns with this object.
  Columns at(long[] starts, long[] ends) {
    Columns moved = new Columns(0);
    moved.size = size;
    moved.due = due;
    moved.start = starts;
    moved.end = ends;
    moved.names = names;
    moved.states = states;
    moved.numbers = numbers;
    return moved;
  }

  private long[] makeNumbers() {
    long[] made = new long[due.length];
    Arrays.fill(made, NO_NUMBER);
    numbers = made;
    return made;
  }

  /// The number of an operation in the schedule, or `NO_NUMBER`.
  long number(int i) {
    return numbers == null ? NO_NUMBER : numbers[i];
  }

  /// Grows the columns to a total capacity.
  void reserve(int capacity) {
    if (capacity <= due.length) {
      return;
    }
    if (capacity < PARALLEL_CAPACITY) {
      due = Arrays.copyOf(due, capacity);
      reserveOthers(capacity);
    } else {
      Async<long[]> moments = Async.startInOwnThread(() -> grown(due, capacity));
      reserveOthers(capacity);
      due = moments.get();
    }
  }

  /// Grows an array. A small allocation comes first: a new thread's first allocation determines the
  /// size of its TLAB, so a large first array would be placed in the young generation, where a
  /// collection would copy it again.
  private static long[] grown(long[] values, int capacity) {
    long[] small = Arrays.copyOf(values, 1);
    long[] large = Arrays.copyOf(values, capacity);
    large[0] = small[0];
    return large;
  }

  private void reserveOthers(int capacity) {
    start = Arrays.copyOf(start, capacity);
    end = Arrays.copyOf(end, capacity);
    names = Arrays.copyOf(names, capacity);
    states = Arrays.copyOf(states, capacity);
    numbers = numbers == null ? null : Arrays.copyOf(numbers, capacity);
  }

  int capacity() {
    return due.length;
  }

  /// Copies a range of operations; `from` can be this object.
  void copy(Columns from, int first, int to, int count) {
    System.arraycopy(from.due, first, due, to, count);
    System.arraycopy(from.start, first, start, to, count);
    System.arraycopy(from.end, first, end, to, count);
    System.arraycopy(from.names, first, names, to, count);
    System.arraycopy(from.states, first, states, to, count);
    if (from.numbers != null) {
      System.arraycopy(from.numbers, first, numbers == null ? makeNumbers() : numbers, to, count);
    } else if (numbers != null) {
      Arrays.fill(numbers, to, to + count, NO_NUMBER);
    }
  }

  /// Copies one operation.
  void copy(Columns from, int i, int to) {
    due[to] = from.due[i];
    start[to] = from.start[i];
    end[to] = from.end[i];
    names[to] = from.names[i];
    states[to] = from.states[i];
    if (from.numbers != null || numbers != null) {
      (numbers == null ? makeNumbers() : numbers)[to] = from.number(i);
    }
  }
}
