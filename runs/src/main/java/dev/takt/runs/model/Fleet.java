package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The machines that were one generator together, or watched its target.
///
/// @param machines in the order of their shares; machines that only watched come last
public record Fleet(List<Machine> machines) {

  /// Copies the list.
  public Fleet {
    machines = List.copyOf(machines);
  }

  /// Whether a machine with a share was lost or failed, so that not all is known of its operations.
  public boolean hasLostShare() {
    return machines.stream()
        .anyMatch(
            each -> each.share != null && (each.state == State.LOST || each.state == State.FAILED));
  }

  /// One machine of a fleet.
  ///
  /// @param name unique in the fleet; its files are in `machines/NAME`
  /// @param host its own name for itself
  /// @param share its part of the load, such as `7/20`; null if it only watched
  /// @param state how far it came
  /// @param clock how its clock relates to the clock of the run
  /// @param verdict of its generator; null if that is not known, or it only watched
  /// @param course when it started and ended
  /// @param times of its completed operations, as far as they were received, in the measure that
  ///   the result shows first: response time in mode `fixed`, otherwise service time; null if none
  ///   were received
  public record Machine(
      String name,
      String host,
      @Nullable String share,
      State state,
      Clock clock,
      GeneratorReport.@Nullable Verdict verdict,
      @JsonUnwrapped Course course,
      @Nullable Distribution times) {

    /// How much later than agreed its schedule started; null if it did not start.
    public @Nullable Long startLateNanos() {
      return course.startLateNanos;
    }

    /// The state of its generator in one word: how far it came or, if it came to the end, the
    /// verdict on it.
    public String stateInOneWord() {
      return state == State.FINISHED
          ? share == null ? "watched" : verdict == null ? "unknown" : verdict.lowerCase()
          : state.lowerCase();
    }
  }

  /// When a machine started and ended.
  ///
  /// @param startLateNanos how much later than agreed its schedule started; null if it did not
  /// @param lastInterval the number of the last interval that was received, from 0; null for none
  public record Course(@Nullable Long startLateNanos, @Nullable Long lastInterval) {

    /// Of a machine of which nothing was received, or that only watched.
    public static final Course NONE = new Course(null, null);
  }

  /// The relation of two monotonic clocks at the start of the schedule.
  ///
  /// @param offsetNanos how far the machine's clock is ahead of the clock of the run
  /// @param errorNanos the maximum error of that
  /// @param ppm how much faster the machine's clock advances, in millionths
  public record Clock(long offsetNanos, long errorNanos, double ppm) {

    /// The clock of the run itself.
    public static final Clock SAME = new Clock(0, 0, 0);

    /// An error that says that the relation is unknown: years, and still no overflow in sums.
    public static final long UNKNOWN_ERROR_NANOS = Long.MAX_VALUE / 16;

    /// The error; null if the relation is unknown.
    public @Nullable Long knownErrorNanos() {
      return errorNanos >= UNKNOWN_ERROR_NANOS ? null : errorNanos;
    }
  }

  /// How far a machine came.
  public enum State {
    /// It ended normally.
    FINISHED,
    /// It was stopped early.
    STOPPED,
    /// It ended with an error.
    FAILED,
    /// It was lost: what became of the rest of its operations is unknown.
    LOST;

    /// The name in JSON.
    @JsonValue
    public String lowerCase() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
