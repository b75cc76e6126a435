package dev.takt.fleet.coordinator;

import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.RunTags;
import java.util.List;
import java.util.Map;

/// What machines together recorded in one interval of the log. Of each machine in it, it is all
/// that the machine recorded in that interval.
///
/// @param endNanos its end since the start of the schedule
/// @param machines those in it
/// @param late those that can be reached, record something in each interval, and were missing when
///   it was shown: its sum is partial, and the rest comes as an interval with the same end
/// @param completed operations answered well; of journeys, users who completed theirs
/// @param failed operations that failed or timed out; of journeys, users
/// @param nanos its length
/// @param times the response times or, without a schedule, the service times, of the completed ones
/// @param recorded all times, by the tag of the log
public record LiveInterval(
    long endNanos,
    List<String> machines,
    List<String> late,
    long completed,
    long failed,
    long nanos,
    Distribution times,
    Map<RunTags.Tag, SparseCounts> recorded) {

  /// Copies the names, so that they cannot change.
  public LiveInterval {
    machines = List.copyOf(machines);
    late = List.copyOf(late);
  }

  /// Operations answered, or journeys ended, per second.
  public double rate() {
    return (completed + failed) * 1e9 / nanos;
  }
}
