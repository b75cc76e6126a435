package dev.takt.report.plot;

/// One run of a curve of latency against throughput.
///
/// @param asked the requested rate; runs with the same one are repetitions
/// @param rate the achieved rate, in operations per second; finite and not negative
/// @param nanos the latency; finite and not negative
/// @param kind the outcome of the run
public record CurvePoint(double asked, double rate, double nanos, Kind kind) {

  /// The outcome of a run.
  public enum Kind {
    /// The run met its rules.
    HELD,
    /// The run broke a rule.
    FAILED,
    /// The generator was at fault: the run is drawn, but the line omits it.
    NOT_TRUSTED
  }

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if one of them is negative, infinite or no number
  public CurvePoint {
    if (!(rate >= 0) || Double.isInfinite(rate) || !(nanos >= 0) || Double.isInfinite(nanos)) {
      throw new IllegalArgumentException("a point at " + rate + "/s and " + nanos + " ns");
    }
  }
}
