package dev.takt.runs;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.takt.record.ClockAnchor;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What `run.json` holds. It is written when a run starts and again when it ends, so a run that was
/// killed is found in state [State#RUNNING].
///
/// @param formatVersion the version of this format
/// @param state how far the run came
/// @param plan the whole effective plan: text, numbers, booleans, lists and maps of these
/// @param environment where the generator ran
/// @param originNanoTime the start of the schedule on the monotonic clock; null before it
/// @param clockAnchors what joins the monotonic clock to wall-clock time: one of the start, and one
///   of the end when that has come
/// @param tagGrammar [RunTags#GRAMMAR]
/// @param phases the parts of the run
/// @param summary the result; null while there is none
public record RunRecord(
    int formatVersion,
    State state,
    Map<String, Object> plan,
    Environment environment,
    @Nullable Long originNanoTime,
    List<ClockAnchor> clockAnchors,
    String tagGrammar,
    List<Phase> phases,
    @Nullable RunSummary summary) {

  /// The current version of this format.
  public static final int FORMAT_VERSION = 1;

  /// How far a run came.
  public enum State {
    /// It has not ended, or it was killed.
    RUNNING,
    /// It came to its end.
    FINISHED,
    /// It was ended early, by a person or a rule, and then summarised.
    STOPPED,
    /// It could not go on.
    FAILED;

    /// As it is written in JSON.
    @JsonValue
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A part of the run, on the monotonic clock.
  ///
  /// @param name `warmup` or `measure`
  /// @param startNanoTime its first moment
  /// @param endNanoTime its last one; null while it goes on
  public record Phase(String name, long startNanoTime, @Nullable Long endNanoTime) {

    /// The schedule's first part, which no summary counts.
    public static final String WARMUP = "warmup";

    /// What is measured.
    public static final String MEASURE = "measure";
  }

  /// The record of a run that starts now.
  public static RunRecord started(Map<String, Object> plan, Environment environment) {
    return new RunRecord(
        FORMAT_VERSION,
        State.RUNNING,
        plan,
        environment,
        null,
        List.of(ClockAnchor.now()),
        RunTags.GRAMMAR,
        List.of(),
        null);
  }

  /// The part that is measured; null while it has not begun.
  public @Nullable Phase measured() {
    return phases.stream()
        .filter(each -> each.name().equals(Phase.MEASURE))
        .findFirst()
        .orElse(null);
  }

  /// What moments of the run are told from: the begin of its schedule, warm-up included, or of all
  /// of it, if that is not known.
  public long beginNanoTime() {
    if (originNanoTime != null) {
      return originNanoTime;
    }
    Phase measured = measured();
    return measured != null ? measured.startNanoTime() : clockAnchors.getFirst().nanoTime();
  }

  /// This record with its phases, once the start of the schedule is known.
  public RunRecord withPhases(long origin, List<Phase> newPhases) {
    return new RunRecord(
        formatVersion,
        state,
        plan,
        environment,
        origin,
        clockAnchors,
        tagGrammar,
        List.copyOf(newPhases),
        summary);
  }

  /// This record with another summary, which knows more of the same run.
  public RunRecord withSummary(RunSummary other) {
    return new RunRecord(
        formatVersion,
        state,
        plan,
        environment,
        originNanoTime,
        clockAnchors,
        tagGrammar,
        phases,
        other);
  }

  /// This record at the end of the run, which is now.
  ///
  /// @param result null if the run failed before there was one
  public RunRecord ended(State finalState, @Nullable RunSummary result) {
    ClockAnchor first = clockAnchors.getFirst();
    return new RunRecord(
        formatVersion,
        finalState,
        plan,
        environment,
        originNanoTime,
        List.of(first, ClockAnchor.now()),
        tagGrammar,
        phases,
        result);
  }
}
