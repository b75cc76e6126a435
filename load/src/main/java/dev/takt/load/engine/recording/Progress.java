package dev.takt.load.engine.recording;

import dev.takt.load.driver.DriverException;
import dev.takt.load.share.StartTime;
import dev.takt.runs.model.Distribution;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The progress of a run that is under way, once per interval. It is computed from the same
/// interval histograms that are written to the log.
///
/// @param phase the phase of the run
/// @param elapsedNanos since the start of the schedule
/// @param remainingNanos until its end; [Long#MAX_VALUE] if it is not known
/// @param rates of this interval
/// @param interval the times of this interval
/// @param soFar the times since the end of the warm-up
/// @param lateness of this interval; null without a schedule
/// @param counts the numbers of operations
public record Progress(
    Phase phase,
    long elapsedNanos,
    long remainingNanos,
    Rates rates,
    Times interval,
    Times soFar,
    @Nullable Distribution lateness,
    Counts counts) {

  /// What is not known of a run on several machines.
  public static final long UNKNOWN = -1;

  /// Operations per second.
  ///
  /// @param intended operations due; NaN without a schedule
  /// @param achieved operations answered
  public record Rates(double intended, double achieved) {}

  /// Times of operations.
  ///
  /// @param response null without a schedule
  /// @param service always known
  public record Times(@Nullable Distribution response, Distribution service) {}

  /// Numbers of operations.
  ///
  /// @param inFlight sent and not answered; may be [#UNKNOWN]
  /// @param backlog due and not sent; may be [#UNKNOWN]
  /// @param completed since the start
  /// @param failed failed or timed out since the start
  /// @param journeys how far the users have come; empty without journeys, and if it is not known
  public record Counts(
      long inFlight, long backlog, long completed, long failed, List<Reached> journeys) {

    /// Without journeys.
    public Counts(long inFlight, long backlog, long completed, long failed) {
      this(inFlight, backlog, completed, failed, List.of());
    }
  }

  /// How many users of a journey have come to each step since the start.
  ///
  /// @param journey the name of the journey
  /// @param steps the names of its steps, in their order, with the number of users
  public record Reached(String journey, Map<String, Long> steps) {}

  /// The phase of a run.
  public enum Phase {
    /// The generator warms itself up without the target.
    SELF_WARMUP,
    /// The schedule has begun; its operations are left out of the summary.
    WARMUP,
    /// The measurement.
    MEASURE,
    /// The schedule has ended; the run waits for replies in flight.
    DRAIN
  }

  /// Receives progress. It is called by the thread that also writes the log, so it must be quick.
  @FunctionalInterface
  public interface Listener {
    /// Called once per interval.
    void progressed(Progress progress);

    /// Called before the first operation, if something is missing that the run can do without, or
    /// if the run has to wait for long.
    default void warned(String text) {}

    /// The run is ready, and waits for the time of its start.
    ///
    /// @throws DriverException if no time comes
    default StartTime awaitStart() throws DriverException, InterruptedException {
      throw new DriverException("the start is to come on standard input, which is not read here");
    }
  }
}
