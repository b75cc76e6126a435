package dev.takt.runs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `threads.json` holds: how long each thread of the watched processes was on a processor, as
/// the kernel counted it. A profile's samples are held against it.
///
/// @param formatVersion the version of this format
/// @param processes those whose threads were looked at
public record ThreadTimes(int formatVersion, List<ProcessTime> processes) {

  /// The current version of this format.
  public static final int FORMAT_VERSION = 1;

  /// One process.
  ///
  /// @param side whose it is
  /// @param pid its number
  /// @param beginNanoTime the first look, on the run's clock
  /// @param endNanoTime the last one
  /// @param periodNanos how often its threads were looked at: of a thread that ended, what it did
  ///   since the last look is not known
  /// @param cpuNanos what all threads together took between the first and the last look, those that
  ///   nobody saw among them; the kernel tells it to 10 ms. Null where it does not
  /// @param omitted threads that were not looked at, since there were too many
  /// @param threads those that were seen
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
  /// @param osThread its number, as its own process sees it
  /// @param name as the kernel has it: at most 15 characters
  /// @param cpuNanos its time on processors from the first look at its process, or from its begin,
  ///   to the last look at it
  /// @param began whether it began after the first look
  /// @param ended whether it ended before the last one
  public record ThreadTime(
      long osThread, String name, long cpuNanos, boolean began, boolean ended) {}
}
