package dev.takt.metrics;

import java.util.List;

/// What is known about a run before it begins.
///
/// @param run the run's name: that of its directory
/// @param target the target, without passwords
/// @param mode the rate mode, as a plan writes it
/// @param hasSchedule whether there are response times
/// @param operations the operations' names
/// @param version the version of Takt
/// @param revision the revision that it was built from
public record RunFacts(
    String run,
    String target,
    String mode,
    boolean hasSchedule,
    List<String> operations,
    String version,
    String revision) {

  /// Copies the list.
  public RunFacts {
    operations = List.copyOf(operations);
  }
}
