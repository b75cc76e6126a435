package dev.takt.explain.trace;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Runs work on ranges or lists in parallel, in the common pool.
public final class ParallelRanges {

  /// More ranges than CPUs balance the load if one thread is delayed.
  private static final int RANGES_PER_CPU = 2;

  /// The minimum size of a range: for smaller ones, threads cost more than they save.
  private static final int MIN_RANGE_SIZE = 1 << 14;

  private ParallelRanges() {}

  /// A task for a range.
  @FunctionalInterface
  public interface Task<T> {

    /// Processes a range.
    ///
    /// @param from the first number
    /// @param to the number after the last one
    T apply(int from, int to);
  }

  /// Splits the numbers from 0 to `size` - 1 into ranges and processes them in parallel.
  ///
  /// @param size how many numbers there are
  /// @return the results in the order of the ranges
  public static <T> List<T> map(int size, Task<T> task) {
    int most = RANGES_PER_CPU * Runtime.getRuntime().availableProcessors();
    int count = Math.clamp(size / MIN_RANGE_SIZE, 1, most);
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(i -> task.apply(begin(size, count, i), begin(size, count, i + 1)))
        .toList();
  }

  /// Processes the elements of a list in parallel: a free thread takes the next one. So elements
  /// that take long should come first.
  ///
  /// @return the results in the order of the elements
  public static <A, B> List<B> mapList(List<A> things, Function<A, B> task) {
    int threads = Math.min(things.size(), Runtime.getRuntime().availableProcessors());
    AtomicReferenceArray<B> results = new AtomicReferenceArray<>(things.size());
    AtomicInteger next = new AtomicInteger();
    IntStream.range(0, threads)
        .parallel()
        .forEach(_ -> {
          for (int i = next.getAndIncrement(); i < things.size(); i = next.getAndIncrement()) {
            results.set(i, task.apply(things.get(i)));
          }
        });
    return IntStream.range(0, things.size()).mapToObj(results::get).toList();
  }

  private static int begin(int size, int count, int i) {
    return (int) ((long) size * i / count);
  }
}
