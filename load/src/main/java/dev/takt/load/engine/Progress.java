package dev.takt.load.engine;

import dev.takt.runs.Distribution;
import org.jspecify.annotations.Nullable;

/// What can be told of a run while it goes on, once per interval. It is made from the same interval
/// histograms that go to the log.
///
/// @param phase where the run is
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

  /// Where a run is.
  public enum Phase {
    /// The generator warms itself, apart from the target.
    SELF_WARMUP,
    /// The schedule has begun; its operations are left out of the summary.
    WARMUP,
    /// What is measured.
    MEASURE,
    /// The schedule has ended; answers that are under way are waited for.
    DRAIN
  }

  /// Is told of progress, by the thread that also writes the log: it must be quick.
  @FunctionalInterface
  public interface Listener {
    /// Called once per interval.
    void progressed(Progress progress);
  }
}
