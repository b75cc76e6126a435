package dev.takt.probes.wakeup;

import dev.takt.runs.text.EnglishText;
import java.util.List;

/// Settings of a [WakeupProbe].
///
/// @param mechanisms to measure, one after the other
/// @param pairs the number of concurrent pairs of threads
/// @param gapNanos how long a woken thread waits before it wakes the other; 0 for no wait
/// @param warmupNanos the warm-up of each mechanism
/// @param measureNanos the duration of the measurement of each mechanism
public record WakeupSettings(
    List<WakeupMechanism> mechanisms,
    int pairs,
    long gapNanos,
    long warmupNanos,
    long measureNanos) {

  /// The limit on pairs: more threads than any machine has a use for.
  public static final int MAX_PAIRS = 4096;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a value is out of range
  public WakeupSettings {
    mechanisms = List.copyOf(mechanisms);
    if (mechanisms.isEmpty()
        || pairs < 1
        || pairs > MAX_PAIRS
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
