package dev.takt.load.schedule;

import java.time.Duration;
import java.util.List;
import java.util.function.LongToIntFunction;

/// Creates schedules. [ScheduleSpec] parses the form that users write.
public final class Schedules {

  private Schedules() {}

  /// Operation `n` at exactly `n / rate`, without end.
  ///
  /// @throws ScheduleException if the rate is 0
  public static Schedule constant(Rate rate) {
    return new ConstantSchedule(rate);
  }

  /// A Poisson process, without end.
  ///
  /// @throws ScheduleException if the rate is 0
  public static Schedule poisson(Rate rate, long seed) {
    return new PoissonSchedule(new ConstantCurve(rate), seed);
  }

  /// Stages one after another, to the end of the last.
  ///
  /// @param seed is used for [Spacing#POISSON] only
  /// @throws ScheduleException if there is no stage, or nothing would ever be sent
  public static Schedule staged(List<Stage> stages, Spacing spacing, long seed) {
    return along(new StagedCurve(stages), spacing, seed);
  }

  /// A rate that oscillates around its mean as a sine, rising first, without end.
  ///
  /// @param amplitude not more than the mean
  /// @param seed is used for [Spacing#POISSON] only
  /// @throws ScheduleException if the mean or the period is 0, or the rate would be negative
  public static Schedule sine(
      Rate mean, Rate amplitude, Duration period, Spacing spacing, long seed) {
    return along(new SineCurve(mean, amplitude, period.toNanos()), spacing, seed);
  }

  private static Schedule along(RateCurve curve, Spacing spacing, long seed) {
    return switch (spacing) {
      case EVEN -> new EvenSchedule(curve);
      case POISSON -> new PoissonSchedule(curve, seed);
    };
  }

  /// Arrivals that were recorded elsewhere.
  ///
  /// @param offsets in nanoseconds after the first, which is 0; never decreasing; at least one. Not
  ///   copied
  /// @param kinds the kind of operation of each arrival, by its number
  public static Schedule recorded(long[] offsets, LongToIntFunction kinds) {
    return new TraceSchedule(offsets, kinds);
  }

  /// The part of a schedule that is due before `limitNanos` and numbered below `count`.
  ///
  /// @param limitNanos more than 0; [Long#MAX_VALUE] for no limit
  /// @param count more than 0; [Long#MAX_VALUE] for no limit
  /// @throws ScheduleException if either is not more than 0
  public static Schedule limited(Schedule schedule, long limitNanos, long count) {
    boolean cuts = limitNanos < schedule.durationNanos() || count < Long.MAX_VALUE;
    return cuts ? new LimitedSchedule(schedule, limitNanos, count) : schedule;
  }
}
