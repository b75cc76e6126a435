package dev.takt.load.journey;

import java.util.List;

/// A journey of a plan.
///
/// @param weight its share of all users, relative to the other weights; more than 0
/// @param steps at least one
public record JourneySpec(String name, double weight, List<StepSpec> steps) {

  /// Copies the list, so that the record is immutable.
  public JourneySpec {
    steps = List.copyOf(steps);
  }
}
