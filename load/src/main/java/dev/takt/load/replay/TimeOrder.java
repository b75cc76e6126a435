package dev.takt.load.replay;

import org.jspecify.annotations.Nullable;

/// Sorts the requests of a log by time. Those at the same time keep their order. A merge sort,
/// which does nothing where they are in order already: logs almost are.
final class TimeOrder {

  private final long[] times;
  private final int[] numbers;
  private final int @Nullable [] durations;

  private long[] someTimes = new long[0];
  private int[] someNumbers = new int[0];
  private int[] someDurations = new int[0];

  private TimeOrder(long[] times, int[] numbers, int @Nullable [] durations) {
    this.times = times;
    this.numbers = numbers;
    this.durations = durations;
  }

  /// Sorts the first `count` elements of all arrays by those of `times`.
  static void sort(long[] times, int[] numbers, int @Nullable [] durations, int count) {
    new TimeOrder(times, numbers, durations).sort(count);
  }

  private void sort(int count) {
    for (long width = 1; width < count; width *= 2) {
      for (long low = 0; low + width < count; low += 2 * width) {
        merge((int) low, (int) (low + width), (int) Math.min(low + 2 * width, count));
      }
    }
  }

  /// Merges two parts that are in order, of which most often only a few elements have to move.
  private void merge(int low, int middle, int high) {
    if (times[middle - 1] <= times[middle]) {
      return;
    }
    int from = firstAfter(times[middle], low, middle);
    int size = middle - from;
    save(from, size);
    int left = 0;
    int right = middle;
    int to = from;
    while (left < size) {
      if (right < high && times[right] < someTimes[left]) {
        move(right++, to++);
      } else {
        restore(left++, to++);
      }
    }
  }

  /// The first element with a time after this one.
  private int firstAfter(long time, int low, int high) {
    int from = low;
    int to = high;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (times[middle] <= time) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private void save(int from, int size) {
    if (someTimes.length < size) {
      someTimes = new long[size];
      someNumbers = new int[size];
      someDurations = durations == null ? someDurations : new int[size];
    }
    System.arraycopy(times, from, someTimes, 0, size);
    System.arraycopy(numbers, from, someNumbers, 0, size);
    if (durations != null) {
      System.arraycopy(durations, from, someDurations, 0, size);
    }
  }

  private void move(int from, int to) {
    times[to] = times[from];
    numbers[to] = numbers[from];
    if (durations != null) {
      durations[to] = durations[from];
    }
  }

  private void restore(int from, int to) {
    times[to] = someTimes[from];
    numbers[to] = someNumbers[from];
    if (durations != null) {
      durations[to] = someDurations[from];
    }
  }
}
