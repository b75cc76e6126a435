package dev.takt.load.config;

import dev.takt.load.driver.Driver;
import dev.takt.load.journey.Journeys;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.workload.Workload;
import dev.takt.record.ClockAnchor;
import org.jspecify.annotations.Nullable;

/// The engine's input: a plan, and what has been made from it.
///
/// @param plan the settings
/// @param schedule when the operations of all generators are due, warm-up included; null in mode
///   `throughput`
/// @param workload which operation comes when
/// @param driver the open driver
/// @param keyValues what makes the operations of a workload on records; null for none
/// @param journeys whose steps the operations are; null for none
/// @param start the start of the run, which the driver's trace contexts were made from
public record LoadSettings(
    Plan plan,
    @Nullable Schedule schedule,
    Workload workload,
    Driver driver,
    @Nullable KeyValues keyValues,
    @Nullable Journeys journeys,
    ClockAnchor start) {

  /// Whether operations have an intended start.
  public boolean hasSchedule() {
    return plan.load().mode().hasSchedule();
  }

  /// The schedule of this generator: its share.
  ///
  /// @throws IllegalStateException in mode `throughput`
  public Schedule requireSchedule() {
    return plan.load().share().of(wholeSchedule());
  }

  /// The schedule of all generators.
  ///
  /// @throws IllegalStateException in mode `throughput`
  public Schedule wholeSchedule() {
    if (schedule == null) {
      throw new IllegalStateException(
          "mode " + plan.load().mode().lowerCase() + " has no schedule");
    }
    return schedule;
  }
}
