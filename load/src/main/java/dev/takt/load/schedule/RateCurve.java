package dev.takt.load.schedule;

/// A rate as a function of time, by way of its integral: how many operations are due until a
/// moment.
///
/// Immutable; allocates nothing.
sealed interface RateCurve permits ConstantCurve, StagedCurve, SineCurve {

  /// The moment, in nanoseconds after the start and to the nearest one, by which `whole + fraction`
  /// operations are due; [Arrivals#END] if that is never. Never decreasing, apart from rounding.
  ///
  /// The number comes in two parts because one double could not tell apart the arrivals of a long
  /// run.
  ///
  /// @param whole at least 0
  /// @param fraction from 0 (inclusive) to 1 (exclusive)
  long timeOf(long whole, double fraction);

  /// How long the rate is defined for, in nanoseconds; [Long#MAX_VALUE] for ever.
  long durationNanos();

  /// Operations per second, on average over all of its duration.
  double meanRate();
}
