package dev.takt.runs.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The content of `threads.json`: the CPU time of each thread of the watched processes, as the
/// kernel counted it. The samples of a profile are checked against it.
///
/// @param formatVersion the version of this format
/// @param processes the processes whose threads were sampled
public record ThreadTimes(int formatVersion, List<ProcessTime> processes) {

  /// The current version of this format.
  public static final int FORMAT_VERSION = 1;

  /// One process.
  ///
  /// @param side the side that it belongs to
  /// @param pid its process id
  /// @param beginNanoTime the first sample, on the run's clock
  /// @param endNanoTime the last one
  /// @param periodNanos the sampling period; the CPU time of a thread between its last sample and
  ///   its end is not known
  /// @param cpuNanos the CPU time of all threads between the first and the last sample, including
  ///   threads that no sample saw; the kernel counts it in steps of 10 ms. Null if it is not
  ///   available
  /// @param omitted the number of threads that were not sampled, because there were too many
  /// @param threads the sampled threads
  public record ProcessTime(
      Side side,
      long pid,
      long beginNanoTime,
      long endNanoTime,
      long periodNanos,
      @Nullable Long cpuNanos,
      long omitted,
      List<ThreadTime> threads) {}

  /// One thread.
  ///
  /// @param osThread its thread id, as seen in its own process
  /// @param name the kernel's name for it: at most 15 characters
  /// @param cpuNanos its CPU time from the first sample of its process, or from its begin, to its
  ///   last sample
  /// @param began whether it began after the first sample
  /// @param ended whether it ended before the last one
  public record ThreadTime(
      long osThread, String name, long cpuNanos, boolean began, boolean ended) {}
}
