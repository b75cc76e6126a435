package dev.takt.load.engine.recording;

import dev.takt.runs.model.Distribution;
import org.jspecify.annotations.Nullable;

/// The progress of a run that is under way, once per interval. It is computed from the same
/// interval histograms that are written to the log.
///
/// @param phase the phase of the run
/// @param elapsedNanos since the start of the schedule
/// @param remainingNanos until its end; [Long#MAX_VALUE] if it is not known
/// @param intendedRate operations due in this interval, per second; NaN without a schedule
/// @param achievedRate operations answered in this interval, per second
/// @param response of this interval; null without a schedule
/// @param service of this interval
/// @param lateness of this interval; null without a schedule
/// @param responseSoFar since the end of the warm-up; null without a schedule
/// @param serviceSoFar since the end of the warm-up
/// @param inFlight operations sent and not answered
/// @param backlog operations due and not sent
/// @param completed since the start
/// @param failed failed and timed-out operations since the start
public record Progress(
    Phase phase,
    long elapsedNanos,
    long remainingNanos,
    double intendedRate,
    double achievedRate,
    @Nullable Distribution response,
    Distribution service,
    @Nullable Distribution lateness,
    @Nullable Distribution responseSoFar,
    Distribution serviceSoFar,
    long inFlight,
    long backlog,
    long completed,
    long failed) {

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
  }
}
