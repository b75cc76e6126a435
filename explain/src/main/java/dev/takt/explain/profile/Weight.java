package dev.takt.explain.profile;

/// Sampled CPU time and the number of samples, in the slow moments and in the rest.
///
/// @param slowNanos CPU time in the slow moments
/// @param restNanos CPU time in the rest
/// @param slowSamples the number of samples in the slow moments
/// @param restSamples the number of samples in the rest
public record Weight(long slowNanos, long restNanos, long slowSamples, long restSamples) {

  /// No CPU time.
  public static final Weight NONE = new Weight(0, 0, 0, 0);

  /// The sum of both.
  public Weight plus(Weight other) {
    return new Weight(
        slowNanos + other.slowNanos,
        restNanos + other.restNanos,
        slowSamples + other.slowSamples,
        restSamples + other.restSamples);
  }

  /// The total CPU time.
  public long nanos() {
    return slowNanos + restNanos;
  }

  /// The total number of samples.
  public long samples() {
    return slowSamples + restSamples;
  }
}
