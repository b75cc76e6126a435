package dev.takt.fleet.coordinator;

import java.time.Duration;

/// How a fleet runs.
///
/// @param machines how many have a share
/// @param watchers how many that only watch are waited for
/// @param onLoss what to do when a machine is lost
/// @param orphan how long a generator goes on without the coordinator
/// @param joinTimeout how long to wait for the machines
/// @param startLead between the agreement on the start and the start
/// @param collect which files are collected
public record FleetSettings(
    int machines,
    int watchers,
    OnLoss onLoss,
    Duration orphan,
    Duration joinTimeout,
    Duration startLead,
    Collect collect) {

  /// The largest number of machines.
  public static final int MAX_MACHINES = 1_000;

  /// The largest number of machines that only watch.
  public static final int MAX_WATCHERS = 64;

  /// What to do when a machine is lost.
  public enum OnLoss {
    /// The others go on. Nothing is rebalanced.
    CONTINUE,
    /// All are stopped.
    STOP
  }

  /// Which files are collected.
  public enum Collect {
    /// The whole run directory of each machine.
    ALL,
    /// Only what the result is computed of: no operations, and no recordings.
    SUMMARY
  }

  /// The defaults.
  public static FleetSettings of(int machines) {
    return new FleetSettings(
        machines,
        0,
        OnLoss.CONTINUE,
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(2),
        Collect.ALL);
  }
}
