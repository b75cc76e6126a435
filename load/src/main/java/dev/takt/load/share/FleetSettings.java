package dev.takt.load.share;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a plan is run on several machines. Without effect for runs on one machine.
///
/// @param machines how many have a share; null if it is not set
/// @param watchers how many that only watch are waited for
/// @param onLoss what to do when a machine is lost
/// @param orphan how long a generator goes on without the coordinator
/// @param joinTimeout how long to wait for the machines
/// @param startLead between the agreement on the start and the start
/// @param collect which files are collected
public record FleetSettings(
    @Nullable Integer machines,
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

  /// The settings of a plan without any.
  public static final FleetSettings DEFAULT =
      new FleetSettings(
          null,
          0,
          OnLoss.CONTINUE,
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(2),
          Collect.ALL);

  /// The same for another number of machines.
  public FleetSettings withMachines(int other) {
    return new FleetSettings(other, watchers, onLoss, orphan, joinTimeout, startLead, collect);
  }

  /// What a generator of the fleet needs of them: how long it may take until it is ready.
  public FleetSettings ofGenerator() {
    return new FleetSettings(
        null, 0, DEFAULT.onLoss, DEFAULT.orphan, joinTimeout, DEFAULT.startLead, DEFAULT.collect);
  }

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
}
