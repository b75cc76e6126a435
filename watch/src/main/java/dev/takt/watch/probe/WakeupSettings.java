package dev.takt.watch.probe;

import dev.takt.runs.text.EnglishText;
import java.util.List;

/// How threads are to be woken.
///
/// @param mechanisms in which ways, one after the other
/// @param pairs how many pairs of threads at the same time
/// @param gapNanos how long one who was woken sleeps before it wakes the other; 0 for not at all
/// @param warmupNanos how long each mechanism is used before it is measured
/// @param measureNanos how long each is measured
public record WakeupSettings(
    List<WakeupMechanism> mechanisms,
    int pairs,
    long gapNanos,
    long warmupNanos,
    long measureNanos) {

  /// More threads than any machine has a use for.
  public static final int MOST_PAIRS = 4096;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if one of the figures makes no sense
  public WakeupSettings {
    mechanisms = List.copyOf(mechanisms);
    if (mechanisms.isEmpty()
        || pairs < 1
        || pairs > MOST_PAIRS
        || gapNanos < 0
        || warmupNanos < 0
        || measureNanos < 1) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "%s, %d pairs, gap %d ns, warm-up %d ns, %d ns",
              mechanisms, pairs, gapNanos, warmupNanos, measureNanos));
    }
  }
}
