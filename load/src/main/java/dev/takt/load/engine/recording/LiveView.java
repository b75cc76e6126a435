package dev.takt.load.engine.recording;

import dev.takt.load.config.LoadSettings;
import dev.takt.load.engine.recording.Progress.Phase;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.StepSpec;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Assembles the progress of a run that is under way.
public final class LiveView {

  private final LoadSettings settings;
  private final RunDeadline deadline;
  private final long origin;
  private final Intervals intervals;
  private long answeredBefore;

  LiveView(LoadSettings settings, RunDeadline deadline, long origin, Intervals intervals) {
    this.settings = settings;
    this.deadline = deadline;
    this.origin = origin;
    this.intervals = intervals;
  }

  /// Before there is anything to report.
  public static Progress selfWarmup(long nanos) {
    Progress.Times none = new Progress.Times(null, Distribution.of(new LatencyHistogram()));
    return new Progress(
        Phase.SELF_WARMUP,
        0,
        nanos,
        new Progress.Rates(Double.NaN, 0),
        none,
        none,
        null,
        new Progress.Counts(0, 0, 0, 0));
  }

  /// @param due how many operations became due from `start` to `end`
  /// @param dueSoFar how many became due since the start of the schedule
  /// @param counters of what arrives on schedule: journeys, or operations
  /// @param steps of operations
  Progress of(
      long start,
      long end,
      long due,
      long dueSoFar,
      List<OperationCounters> counters,
      List<OperationCounters> steps) {
    boolean arrives = settings.schedule() != null;
    boolean scheduled = settings.hasSchedule();
    double seconds = Math.max(1, end - start) / 1e9;
    long answered = counters.stream().mapToLong(OperationCounters::answered).sum();
    long failed = counters.stream().mapToLong(OperationCounters::failed).sum();
    long inFlight = counters.stream().mapToLong(OperationCounters::inFlight).sum();
    long newlyAnswered = answered - answeredBefore;
    answeredBefore = answered;
    return new Progress(
        phaseAt(start),
        end - origin,
        deadline.sendingEnds() == Long.MAX_VALUE
            ? Long.MAX_VALUE
            : Math.max(0, deadline.sendingEnds() - end),
        new Progress.Rates(arrives ? due / seconds : Double.NaN, newlyAnswered / seconds),
        times(scheduled, intervals.response, intervals.service),
        times(scheduled, intervals.responseSoFar, intervals.serviceSoFar),
        scheduled ? Distribution.of(intervals.lateness) : null,
        new Progress.Counts(
            inFlight,
            arrives ? Math.max(0, dueSoFar - answered - inFlight) : 0,
            answered - failed,
            failed,
            reached(settings.journeys(), steps)));
  }

  /// @param journeys null for none
  /// @param counters of the steps
  static List<Progress.Reached> reached(
      @Nullable Journeys journeys, List<OperationCounters> counters) {
    List<Progress.Reached> reached = new ArrayList<>();
    for (JourneySpec journey : journeys == null ? List.<JourneySpec>of() : journeys.specs()) {
      Map<String, Long> steps = new LinkedHashMap<>();
      for (StepSpec each : journey.steps()) {
        long users = counters.stream().mapToLong(of -> of.reached(each.operation())).sum();
        steps.put(each.name(), Math.max(0, users));
      }
      reached.add(new Progress.Reached(journey.name(), steps));
    }
    return reached;
  }

  private static Progress.Times times(
      boolean scheduled, LatencyHistogram response, LatencyHistogram service) {
    return new Progress.Times(
        scheduled ? Distribution.of(response) : null, Distribution.of(service));
  }

  private Phase phaseAt(long now) {
    if (now >= deadline.sendingEnds()) {
      return Phase.DRAIN;
    }
    return now - origin < settings.plan().limits().warmup().toNanos()
        ? Phase.WARMUP
        : Phase.MEASURE;
  }
}
