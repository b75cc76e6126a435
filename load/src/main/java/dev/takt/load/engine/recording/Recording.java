package dev.takt.load.engine.recording;

import dev.takt.load.schedule.RateMode;
import dev.takt.record.RecorderRegistry;
import dev.takt.runs.trace.OperationTraceWriter;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the sending threads of a run record into.
///
/// @param mode the rate mode
/// @param operations the operations' names
/// @param journeys the journeys' names, whose steps the operations are; empty for none
/// @param groups the names of all groups of steps, in the order of the journeys
/// @param registry all histograms
/// @param trace the operation trace; null for none
/// @param stalls the generator's stalls
public record Recording(
    RateMode mode,
    List<String> operations,
    List<String> journeys,
    List<String> groups,
    RecorderRegistry registry,
    @Nullable OperationTraceWriter trace,
    StallLog stalls) {

  /// Without journeys.
  public Recording(
      RateMode mode,
      List<String> operations,
      RecorderRegistry registry,
      @Nullable OperationTraceWriter trace,
      StallLog stalls) {
    this(mode, operations, List.of(), List.of(), registry, trace, stalls);
  }

  private static final int LANE_RECORDS = 1 << 16;
  private static final int MIN_LANE_RECORDS = 1 << 10;

  /// The recorder of one of `threads` sending threads.
  public SendingRecorder recorder(int threads, OperationCounters counters, boolean shared) {
    int laneRecords = Math.max(LANE_RECORDS / threads, MIN_LANE_RECORDS);
    OperationTraceWriter.Lane lane = trace == null ? null : trace.lane(laneRecords);
    return new SendingRecorder(mode, operations, registry, shared, lane, counters);
  }

  /// A recorder of whole journeys and, after these, groups, which are in no trace: their steps are.
  SendingRecorder journeyRecorder(OperationCounters counters) {
    List<String> names = Stream.concat(journeys.stream(), groups.stream()).toList();
    return new SendingRecorder(mode, names, registry, false, null, counters);
  }

  /// Counters of whole journeys, which arrive, and of groups, which do not.
  OperationCounters journeyCounters() {
    return new OperationCounters(journeys.size() + groups.size(), journeys.size());
  }
}
