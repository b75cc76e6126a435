package dev.takt.report.plot;

/// One run of a curve of latency against throughput.
///
/// @param asked the rate that was asked for: runs of the same one are repeats
/// @param rate what was carried, in operations per second; finite and not negative
/// @param nanos the latency; finite and not negative
/// @param kind what the run said
public record CurvePoint(double asked, double rate, double nanos, Kind kind) {

  /// What a run said.
  public enum Kind {
    /// It kept what was asked.
    HELD,
    /// It did not.
    FAILED,
    /// The generator was at fault: it is drawn, and no line goes through it.
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
