package dev.takt.explain.profile;

/// What samples stand for, and how many there are, in the slow moments and in the rest. The unit is
/// that of the profile: nanoseconds of CPU time, or bytes allocated.
///
/// @param slow the amount in the slow moments
/// @param rest the amount in the rest
/// @param slowSamples the number of samples in the slow moments
/// @param restSamples the number of samples in the rest
public record Weight(long slow, long rest, long slowSamples, long restSamples) {

  /// Nothing.
  public static final Weight NONE = new Weight(0, 0, 0, 0);

  /// The sum of both.
  public Weight plus(Weight other) {
    return new Weight(
        slow + other.slow,
        rest + other.rest,
        slowSamples + other.slowSamples,
        restSamples + other.restSamples);
  }

  /// The amount in both parts.
  public long sum() {
    return slow + rest;
  }

  /// The total number of samples.
  public long samples() {
    return slowSamples + restSamples;
  }
}
