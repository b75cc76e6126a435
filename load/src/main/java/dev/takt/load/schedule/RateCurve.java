package dev.takt.load.schedule;

/// A rate as a function of time, represented by its integral: how many operations are due up to a
/// moment.
///
/// Immutable; allocates nothing.
sealed interface RateCurve permits ConstantCurve, StagedCurve, SineCurve {

  /// The moment by which `whole + fraction` operations are due, in nanoseconds after the start,
  /// rounded to the nearest; [Arrivals#END] if it is never reached. Monotonic, apart from rounding.
  ///
  /// The number is passed in two parts, because one double could not distinguish the arrivals of a
  /// long run.
  ///
  /// @param whole at least 0
  /// @param fraction from 0 (inclusive) to 1 (exclusive)
  long timeOf(long whole, double fraction);

  /// How long the rate is defined for, in nanoseconds; [Long#MAX_VALUE] if without end.
  long durationNanos();

  /// Operations per second, averaged over its whole duration.
  double meanRate();
}
