package dev.takt.explain.trace;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Does with several threads what has many parts.
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

  /// Does something with each of some things: whoever is free takes the next one. So those that
  /// take long had best come first.
  ///
  /// @return the results in the order of the things
  public static <A, B> List<B> each(List<A> things, Function<A, B> task) {
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
