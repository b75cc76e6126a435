package dev.takt.cassandra.stress.data;

import java.util.PriorityQueue;
import java.util.Queue;

/// How many partitions of a sequence have been written, up to the first that has not. Safe for
/// several threads.
final class WrittenMark {

  /// Written, but after one that has not been written.
  private final Queue<Long> ahead = new PriorityQueue<>();

  private volatile long mark;

  /// @param number of the partition, from 0
  synchronized void add(long number) {
    ahead.add(number);
    while (!ahead.isEmpty() && ahead.element() <= mark) {
      mark = Math.max(mark, ahead.remove() + 1);
    }
  }

  long get() {
    return mark;
  }
}
