package dev.takt.probes.memory;

import dev.takt.runs.text.EnglishText;

/// Settings of a [MemoryOrderProbe].
///
/// @param forks how many JVMs, each with all cases in a random order
/// @param rounds how many rounds of each case in each JVM
/// @param roundNanos the approximate duration of a round
/// @param warmupNanos the shortest warm-up of each case
public record MemoryOrderSettings(int forks, int rounds, long roundNanos, long warmupNanos) {

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a value is out of range
  public MemoryOrderSettings {
    if (forks < 1 || rounds < 1 || roundNanos < 1 || warmupNanos < 0) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "%d forks of %d rounds of %d ns, warm-up %d ns",
              forks, rounds, roundNanos, warmupNanos));
    }
  }
}
