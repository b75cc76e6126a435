package dev.takt.cli.fleet;

import dev.takt.fleet.coordinator.FleetOutcome;
import dev.takt.fleet.result.MachinePart;
import dev.takt.fleet.result.MergedRun;
import dev.takt.lab.RunResult;
import dev.takt.load.config.PlanLaunch;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.clock.Offset;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The result of a run on several machines.
final class FleetResults {

  private FleetResults() {}

  /// Merges what the machines left.
  ///
  /// @param warn receives what is wrong with it
  /// @throws IOException with a message for people, if a file cannot be read or written
  static RunResult of(
      PlanLaunch launch,
      RunRecord started,
      RunDirectory directory,
      FleetOutcome outcome,
      Consumer<String> warn)
      throws IOException {
    List<MachinePart> parts = outcome.machines().stream().map(each -> part(each, outcome)).toList();
    for (FleetOutcome.MachineOutcome each : outcome.machines()) {
      if (!each.isLost() && !each.isComplete()) {
        warn.accept(
            "not all files of " + each.name() + " could be collected: " + each.whyIncomplete());
      }
    }
    return MergedRun.merge(launch, started, parts, directory, warn);
  }

  private static MachinePart part(FleetOutcome.MachineOutcome machine, FleetOutcome outcome) {
    long start = outcome.startNanos();
    Optional<Offset> offset = machine.clock().at(start);
    Fleet.Clock clock =
        offset
            .map(each -> new Fleet.Clock(each.nanos(), each.errorNanos(), each.ppm()))
            .orElse(
                new Fleet.Clock(machine.startNanos() - start, Fleet.Clock.UNKNOWN_ERROR_NANOS, 0));
    return new MachinePart(
        machine.name(),
        machine.host(),
        machine.share(),
        outcome.state(machine),
        machine.directory(),
        clock,
        machine.startNanos());
  }
}
