package dev.takt.runs.counters;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How often an event happened in the target per operation, during the measured part of a run.
///
/// @param event its name
/// @param perOperation the count per operation that was sent
/// @param atLeast a lower bound of it
/// @param atMost an upper bound of it
/// @param timeShare see [EventCount#timeShare]
public record EventRate(
    String event, double perOperation, double atLeast, double atMost, double timeShare) {

  /// The rates of a run; null if nothing was counted or sent.
  ///
  /// @param sent the number of operations sent at the same time
  public static @Nullable List<EventRate> of(List<EventCount> counts, long sent) {
    if (counts.isEmpty() || sent <= 0) {
      return null;
    }
    return counts.stream()
        .map(each ->
            new EventRate(
                each.event(),
                (double) each.count() / sent,
                (double) each.atLeast() / sent,
                (double) each.atMost() / sent,
                each.timeShare()))
        .toList();
  }
}
