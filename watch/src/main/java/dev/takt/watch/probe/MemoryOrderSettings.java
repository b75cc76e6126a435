package dev.takt.watch.probe;

import dev.takt.runs.text.EnglishText;

/// How long to measure.
///
/// @param forks how many JVMs, each with all cases in an order of its own
/// @param rounds how many rounds of each case in each of them
/// @param roundNanos how long a round lasts, about
/// @param warmupNanos how long each case is done before its rounds, at least
public record MemoryOrderSettings(int forks, int rounds, long roundNanos, long warmupNanos) {

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if one of the figures makes no sense
  public MemoryOrderSettings {
    if (forks < 1 || rounds < 1 || roundNanos < 1 || warmupNanos < 0) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "%d forks of %d rounds of %d ns, warm-up %d ns",
              forks, rounds, roundNanos, warmupNanos));
    }
  }
}
