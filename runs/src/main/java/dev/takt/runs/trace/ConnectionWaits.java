package dev.takt.runs.trace;

import java.util.Arrays;

/// How long operations could not be sent after they were due, because the target was busy with what
/// an operation before had left to do on their connection. Only of those that waited so, by their
/// numbers; a hash table with open addressing.
///
/// Not thread-safe while it is filled.
public final class ConnectionWaits {

  private static final int FIRST_CAPACITY = 16;
  private static final long EMPTY = -1;

  private long[] numbers = empty(FIRST_CAPACITY);
  private long[] nanos = new long[FIRST_CAPACITY];
  private int size;

  ConnectionWaits() {}

  private static long[] empty(int capacity) {
    long[] numbers = new long[capacity];
    Arrays.fill(numbers, EMPTY);
    return numbers;
  }

  /// Numbers and waits less than 0 are of no operation.
  void put(long number, long itsNanos) {
    if (number < 0 || itsNanos < 0) {
      return;
    }
    if (2L * size >= numbers.length) {
      grow();
    }
    int at = slotOf(number);
    size += numbers[at] == EMPTY ? 1 : 0;
    numbers[at] = number;
    nanos[at] = itsNanos;
  }

  private void grow() {
    long[] oldNumbers = numbers;
    long[] oldNanos = nanos;
    numbers = empty(Math.multiplyExact(2, oldNumbers.length));
    nanos = new long[numbers.length];
    for (int i = 0; i < oldNumbers.length; i++) {
      if (oldNumbers[i] != EMPTY) {
        int at = slotOf(oldNumbers[i]);
        numbers[at] = oldNumbers[i];
        nanos[at] = oldNanos[i];
      }
    }
  }

  /// The slot of a number, or the one where it would be.
  private int slotOf(long number) {
    int mask = numbers.length - 1;
    int at = (int) SplitMix64.mix(number) & mask;
    while (numbers[at] != EMPTY && numbers[at] != number) {
      at = (at + 1) & mask;
    }
    return at;
  }

  /// Whether no operation waited.
  public boolean isEmpty() {
    return size == 0;
  }

  /// How long an operation waited, in nanoseconds.
  public long nanos(long number) {
    if (number < 0) {
      return 0;
    }
    int at = slotOf(number);
    return numbers[at] == EMPTY ? 0 : nanos[at];
  }
}
