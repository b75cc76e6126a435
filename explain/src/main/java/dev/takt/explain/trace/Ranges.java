package dev.takt.explain.trace;

import java.util.List;
import java.util.stream.IntStream;

/// Goes through many operations with several threads.
public final class Ranges {

  /// More ranges than threads, as one may be at something else.
  private static final int PER_PROCESSOR = 2;

  /// Where there are fewer, threads cost more than they save.
  private static final int LEAST = 1 << 14;

  private Ranges() {}

  /// What is done with a range.
  @FunctionalInterface
  public interface Task<T> {

    /// @param from the first number
    /// @param to one beyond the last
    T of(int from, int to);
  }

  /// Cuts the numbers from 0 on into ranges, and does something with each of them at the same time.
  ///
  /// @param size how many numbers
  /// @return the results in the order of the ranges
  public static <T> List<T> of(int size, Task<T> task) {
    int most = PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
    int count = Math.clamp(size / LEAST, 1, most);
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(i -> task.of(begin(size, count, i), begin(size, count, i + 1)))
        .toList();
  }

  private static int begin(int size, int count, int i) {
    return (int) ((long) size * i / count);
  }
}
