package dev.takt.report.plot;

/// One run of a curve of latency against throughput.
///
/// @param requestedRate the requested rate; runs with the same one are repetitions
/// @param achievedRate the achieved rate, in operations per second; finite and not negative
/// @param nanos the latency; finite and not negative
/// @param kind the outcome of the run
public record CurvePoint(double requestedRate, double achievedRate, double nanos, Kind kind) {

  /// The outcome of a run.
  public enum Kind {
    /// The run met its rules.
    MET,
    /// The run broke a rule.
    FAILED,
    /// The generator was at fault: the run is drawn, but the line omits it.
    NOT_TRUSTED
  }

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if one of them is negative, infinite or no number
  public CurvePoint {
    if (!(achievedRate >= 0)
        || Double.isInfinite(achievedRate)
        || !(nanos >= 0)
        || Double.isInfinite(nanos)) {
      throw new IllegalArgumentException("a point at " + achievedRate + "/s and " + nanos + " ns");
    }
  }
}
