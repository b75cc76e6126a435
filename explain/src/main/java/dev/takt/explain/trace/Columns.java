package dev.takt.explain.trace;

import java.util.Arrays;

/// Operations in columns, with room for more. For one thread.
final class Columns {

  /// Columns that are longer are made by two threads, as new memory takes its time to touch.
  private static final int LONG = 1 << 20;

  int size;
  long[] due;
  long[] start;
  long[] end;
  short[] names;
  byte[] states;

  Columns(int capacity) {
    due = new long[capacity];
    start = new long[capacity];
    end = new long[capacity];
    names = new short[capacity];
    states = new byte[capacity];
  }

  void add(int name, long itsDue, long itsStart, long itsEnd, int state) {
    if (size == due.length) {
      reserve(Math.addExact(size, Math.max(1, size >> 1)));
    }
    due[size] = itsDue;
    start[size] = itsStart;
    end[size] = itsEnd;
    names[size] = (short) name;
    states[size] = (byte) state;
    size++;
  }

  /// Makes room for so many in all.
  void reserve(int capacity) {
    if (capacity <= due.length) {
      return;
    }
    if (capacity < LONG) {
      due = Arrays.copyOf(due, capacity);
      reserveBeside(capacity);
    } else {
      Meanwhile<long[]> moments = Meanwhile.ofOwnThread(() -> withRoom(due, capacity));
      reserveBeside(capacity);
      due = moments.get();
    }
  }

  /// A thread that has allocated nothing yet takes its first buffer in the young generation as
  /// large as what it allocates first, however large that is; and there it would be copied once
  /// more.
  private static long[] withRoom(long[] values, int capacity) {
    long[] small = Arrays.copyOf(values, 1);
    long[] large = Arrays.copyOf(values, capacity);
    large[0] = small[0];
    return large;
  }

  private void reserveBeside(int capacity) {
    start = Arrays.copyOf(start, capacity);
    end = Arrays.copyOf(end, capacity);
    names = Arrays.copyOf(names, capacity);
    states = Arrays.copyOf(states, capacity);
  }

  int capacity() {
    return due.length;
  }

  /// Copies some from others, which can be these.
  void copy(Columns from, int first, int to, int count) {
    System.arraycopy(from.due, first, due, to, count);
    System.arraycopy(from.start, first, start, to, count);
    System.arraycopy(from.end, first, end, to, count);
    System.arraycopy(from.names, first, names, to, count);
    System.arraycopy(from.states, first, states, to, count);
  }

  /// Copies one.
  void copy(Columns from, int i, int to) {
    due[to] = from.due[i];
    start[to] = from.start[i];
    end[to] = from.end[i];
    names[to] = from.names[i];
    states[to] = from.states[i];
  }
}
