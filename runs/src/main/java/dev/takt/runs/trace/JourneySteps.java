package dev.takt.runs.trace;

import java.util.List;

/// Which steps of journeys the operations of a trace are, and whose: the number of a step, divided
/// by the stride, is that of its user; the remainder is how many steps the user had done before.
///
/// @param stride more than the number of steps that any user does before its last
/// @param sendsNumbers whether the operations send their numbers, as trace contexts
/// @param journeys the names of the journeys
/// @param journeyOf for each operation the index of its journey
public record JourneySteps(
    long stride, boolean sendsNumbers, List<String> journeys, List<Integer> journeyOf) {

  /// @throws IllegalArgumentException if the stride is less than 1, or a journey does not exist
  public JourneySteps {
    int count = journeys.size();
    if (stride < 1 || journeyOf.stream().anyMatch(each -> each < 0 || each >= count)) {
      throw new IllegalArgumentException("stride " + stride + ", journeys " + journeyOf);
    }
    journeys = List.copyOf(journeys);
    journeyOf = List.copyOf(journeyOf);
  }

  /// The user who did a step.
  public long user(long number) {
    return number / stride;
  }

  /// How many steps the user had done before it.
  public long index(long number) {
    return number % stride;
  }
}
