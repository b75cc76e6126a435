package dev.takt.explain.find;

/// What is searched, and how closely.
///
/// @param low the rate that is tried first, in operations per second; more than 0
/// @param high the highest rate that may be tried; more than `low`
/// @param resolution how closely to look, as a share of the rate, from 0.005 to 0.5: with 0.05 the
///   edge lies within 5 % of the rate that is found
/// @param repeats a rate at the edge counts as settled when more than half of so many runs agree: 1
///   believes each run at once, 3 asks for two that agree. Odd, from 1 to 15
/// @param maxSteps how many runs may be made, from 1 on
public record SearchSettings(
    double low, double high, double resolution, int repeats, int maxSteps) {

  /// The finest resolution there is.
  public static final double FINEST = 0.005;

  /// The coarsest resolution there is.
  public static final double COARSEST = 0.5;

  /// The most repeats there are.
  public static final int MOST_REPEATS = 15;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException with a message for people, if a value is out of range
  public SearchSettings {
    if (!(low > 0) || !(high > low) || Double.isInfinite(high)) {
      throw new IllegalArgumentException("expected 0 < low < high, found " + low + " and " + high);
    }
    if (!(resolution >= FINEST && resolution <= COARSEST)) {
      throw new IllegalArgumentException("expected a resolution from 0.5 % to 50 %");
    }
    if (repeats < 1 || repeats > MOST_REPEATS || repeats % 2 == 0) {
      throw new IllegalArgumentException("expected an odd number from 1 to " + MOST_REPEATS);
    }
    if (maxSteps < 1) {
      throw new IllegalArgumentException("expected at least one step");
    }
  }

  /// How many runs of a rate have to agree before it is settled.
  int majority() {
    return repeats / 2 + 1;
  }
}
