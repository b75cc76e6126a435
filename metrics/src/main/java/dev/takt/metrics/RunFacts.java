package dev.takt.metrics;

import java.util.List;

/// What is known of a run before it begins.
///
/// @param run its name: that of its directory
/// @param target what is driven, without passwords
/// @param mode the rate mode, as a plan writes it
/// @param hasSchedule whether there are response times
/// @param operations the operations' names
/// @param version of Takt
/// @param revision that it was built from
public record RunFacts(
    String run,
    String target,
    String mode,
    boolean hasSchedule,
    List<String> operations,
    String version,
    String revision) {

  /// Copies what can change.
  public RunFacts {
    operations = List.copyOf(operations);
  }
}
