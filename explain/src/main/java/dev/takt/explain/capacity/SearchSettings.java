package dev.takt.explain.capacity;

/// The settings of a search, for the highest rate or for the greatest number of users.
///
/// @param low the rate that is tried first, in operations per second; more than 0
/// @param high the maximum rate to try; more than `low`
/// @param isWhole whether the rate is a whole number, of users
/// @param resolution the resolution, as a fraction of the rate, from 0.005 to 0.5: with 0.05 the
///   edge is within 5 % of the rate that is found
/// @param repeats a rate at the edge is settled when more than half of this many runs agree: with
///   1, one run is enough; with 3, two must agree. Odd, from 1 to 15
/// @param maxSteps the maximum number of runs, at least 1
public record SearchSettings(
    double low, double high, boolean isWhole, double resolution, int repeats, int maxSteps) {

  /// The finest allowed resolution.
  public static final double MIN_RESOLUTION = 0.005;

  /// The coarsest allowed resolution.
  public static final double MAX_RESOLUTION = 0.5;

  /// The maximum number of repeats.
  public static final int MAX_REPEATS = 15;

  /// For a rate.
  public SearchSettings(double low, double high, double resolution, int repeats, int maxSteps) {
    this(low, high, false, resolution, repeats, maxSteps);
  }

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException with a message for people, if a value is out of range
  public SearchSettings {
    if (!(low > 0) || !(high > low) || Double.isInfinite(high)) {
      throw new IllegalArgumentException("expected 0 < low < high, found " + low + " and " + high);
    }
    if (!(resolution >= MIN_RESOLUTION && resolution <= MAX_RESOLUTION)) {
      throw new IllegalArgumentException("expected a resolution from 0.5 % to 50 %");
    }
    if (repeats < 1 || repeats > MAX_REPEATS || repeats % 2 == 0) {
      throw new IllegalArgumentException("expected an odd number from 1 to " + MAX_REPEATS);
    }
    if (maxSteps < 1) {
      throw new IllegalArgumentException("expected at least one step");
    }
  }

  /// How many runs of a rate must agree before it is settled.
  int majority() {
    return repeats / 2 + 1;
  }
}
