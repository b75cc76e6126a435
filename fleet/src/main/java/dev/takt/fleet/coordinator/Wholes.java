package dev.takt.fleet.coordinator;

import dev.takt.load.config.Plan;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a plan names besides operations: journeys, whose users arrive on schedule, and groups of
/// their steps. Their times are those of steps, which are operations.
///
/// @param journeys their names
/// @param groups their names, with those of their journeys
public record Wholes(Set<String> journeys, Set<String> groups) {

  /// Only operations.
  public static final Wholes NONE = new Wholes(Set.of(), Set.of());

  /// Copies the sets, so that the record is immutable.
  public Wholes {
    journeys = Set.copyOf(journeys);
    groups = Set.copyOf(groups);
  }

  /// Those of a plan.
  public static Wholes of(Plan plan) {
    return new Wholes(Set.copyOf(plan.journeyNames()), Set.copyOf(plan.groupNames()));
  }

  /// Whether this is no operation.
  public boolean has(@Nullable String name) {
    return name != null && (journeys.contains(name) || groups.contains(name));
  }

  /// Whether this arrives on schedule: journeys if there are any, otherwise operations.
  public boolean arrives(@Nullable String name) {
    return name != null && (journeys.isEmpty() || journeys.contains(name));
  }
}
