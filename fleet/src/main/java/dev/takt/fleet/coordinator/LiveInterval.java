package dev.takt.fleet.coordinator;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.RunTags;
import java.util.Map;

/// What all machines together recorded in one interval of the log, as far as it has arrived.
///
/// @param endNanos its end since the start of the schedule
/// @param machines how many machines are in it
/// @param completed operations answered well
/// @param failed operations that failed or timed out
/// @param nanos its length
/// @param times the response times or, without a schedule, the service times, of the completed ones
/// @param recorded all times, by the tag of the log
public record LiveInterval(
    long endNanos,
    int machines,
    long completed,
    long failed,
    long nanos,
    Distribution times,
    Map<RunTags.Tag, LatencyHistogram> recorded) {

  /// Operations answered per second.
  public double rate() {
    return (completed + failed) * 1e9 / nanos;
  }
}
