package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.takt.record.ClockAnchor;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The content of `run.json`. It is written when a run starts and again when it ends, so a killed
/// run remains in state [State#RUNNING].
///
/// @param formatVersion the version of this format
/// @param state the run's progress
/// @param summary the result; null while there is none
/// @param plan the whole effective plan: text, numbers, booleans, lists and maps of these
/// @param environment where the generator ran
/// @param timeBase what moments of the run are relative to
/// @param tagGrammar [RunTags#GRAMMAR]
/// @param course the phases of the run, and the machines of a fleet
public record RunRecord(
    int formatVersion,
    State state,
    @Nullable RunSummary summary,
    Map<String, Object> plan,
    Environment environment,
    @JsonUnwrapped TimeBase timeBase,
    String tagGrammar,
    @JsonUnwrapped Course course) {

  /// The current version of this format.
  public static final int FORMAT_VERSION = 1;

  /// The progress of a run.
  public enum State {
    /// It has not ended, or it was killed.
    RUNNING,
    /// It ended normally.
    FINISHED,
    /// A user or a rule ended it early, and it was summarised.
    STOPPED,
    /// It ended with an error.
    FAILED;

    /// The name in JSON.
    @JsonValue
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// What moments of the run are relative to.
  ///
  /// @param originNanoTime the start of the schedule on the monotonic clock; null before it
  /// @param clockAnchors the conversions from the monotonic clock to wall-clock time: one from the
  ///   start and, after the end, one from the end
  public record TimeBase(@Nullable Long originNanoTime, List<ClockAnchor> clockAnchors) {

    TimeBase withOrigin(long nanoTime) {
      return new TimeBase(nanoTime, clockAnchors);
    }

    /// A copy for the end of the run, which is now.
    TimeBase ended() {
      return new TimeBase(originNanoTime, List.of(clockAnchors.getFirst(), ClockAnchor.now()));
    }
  }

  /// What happened in the run.
  ///
  /// @param phases the phases of the run
  /// @param fleet the machines that were one generator together; null for a run of one machine
  public record Course(List<Phase> phases, @Nullable Fleet fleet) {

    /// Of a run that has not begun to measure.
    static final Course NONE = new Course(List.of(), null);

    /// Copies the list.
    public Course {
      phases = List.copyOf(phases);
    }

    Course withPhases(List<Phase> newPhases) {
      return new Course(newPhases, fleet);
    }
  }

  /// A phase of the run, on the monotonic clock.
  ///
  /// @param name `warmup` or `measure`
  /// @param startNanoTime its start
  /// @param endNanoTime its end; null while it continues
  public record Phase(String name, long startNanoTime, @Nullable Long endNanoTime) {

    /// The schedule's first phase, which is not in the summary.
    public static final String WARMUP = "warmup";

    /// The measured phase.
    public static final String MEASURE = "measure";
  }

  /// The record of a run that starts now.
  public static RunRecord started(Map<String, Object> plan, Environment environment) {
    return started(plan, environment, ClockAnchor.now());
  }

  /// The record of a run.
  ///
  /// @param start when it started
  public static RunRecord started(
      Map<String, Object> plan, Environment environment, ClockAnchor start) {
    return new RunRecord(
        FORMAT_VERSION,
        State.RUNNING,
        null,
        plan,
        environment,
        new TimeBase(null, List.of(start)),
        RunTags.GRAMMAR,
        Course.NONE);
  }

  /// The phases of the run.
  public List<Phase> phases() {
    return course.phases;
  }

  /// The machines that were one generator together; null for a run of one machine.
  public @Nullable Fleet fleet() {
    return course.fleet;
  }

  /// The measured phase; null before it has begun.
  public @Nullable Phase measured() {
    return phases().stream()
        .filter(each -> each.name().equals(Phase.MEASURE))
        .findFirst()
        .orElse(null);
  }

  /// The observations of the measured phase; all of them if it is not known when that began.
  public Stalls duringMeasured(Stalls all) {
    Phase measured = measured();
    if (measured == null) {
      return all;
    }
    long start = measured.startNanoTime();
    Long end = measured.endNanoTime();
    return all.between(start, end == null ? start + Long.MAX_VALUE / 2 : end);
  }

  /// The moment that moments of the run are relative to: the start of its schedule including
  /// warm-up, or of the whole run if that is not known.
  public long beginNanoTime() {
    if (timeBase.originNanoTime != null) {
      return timeBase.originNanoTime;
    }
    Phase measured = measured();
    return measured != null
        ? measured.startNanoTime()
        : timeBase.clockAnchors.getFirst().nanoTime();
  }

  /// A copy with the phases, once the start of the schedule is known.
  public RunRecord withPhases(long origin, List<Phase> newPhases) {
    return with(state, timeBase.withOrigin(origin), course.withPhases(newPhases), summary);
  }

  /// A copy with another, more complete summary of the same run.
  public RunRecord withSummary(RunSummary other) {
    return with(state, timeBase, course, other);
  }

  /// A copy for the end of the run, which is now.
  ///
  /// @param result null if the run failed before there was a result
  public RunRecord ended(State finalState, @Nullable RunSummary result) {
    return with(finalState, timeBase.ended(), course, result);
  }

  /// A copy for a run of several machines.
  public RunRecord withFleet(Fleet fleet) {
    return with(state, timeBase, new Course(course.phases, fleet), summary);
  }

  private RunRecord with(
      State newState, TimeBase newTimeBase, Course newCourse, @Nullable RunSummary newSummary) {
    return new RunRecord(
        formatVersion, newState, newSummary, plan, environment, newTimeBase, tagGrammar, newCourse);
  }
}
