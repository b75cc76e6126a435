package dev.takt.explain.profile;

/// CPU time, and the samples that it is known by, in the slow moments and in the rest.
///
/// @param slowNanos CPU time in the slow moments
/// @param restNanos CPU time in the rest
/// @param slowSamples how many samples that is
/// @param restSamples how many samples that is
public record Weight(long slowNanos, long restNanos, long slowSamples, long restSamples) {

  /// Nothing.
  public static final Weight NONE = new Weight(0, 0, 0, 0);

  /// Both together.
  public Weight and(Weight other) {
    return new Weight(
        slowNanos + other.slowNanos,
        restNanos + other.restNanos,
        slowSamples + other.slowSamples,
        restSamples + other.restSamples);
  }

  /// CPU time at any moment.
  public long nanos() {
    return slowNanos + restNanos;
  }

  /// Samples at any moment.
  public long samples() {
    return slowSamples + restSamples;
  }
}
