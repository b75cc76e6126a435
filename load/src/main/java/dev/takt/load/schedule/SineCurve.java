package dev.takt.load.schedule;

import dev.takt.load.workload.SinePi;
import dev.takt.runs.text.EnglishText;

/// `rate(t) = mean + amplitude · sin(2πt / period)`, without end.
final class SineCurve implements RateCurve {

  private static final int MAX_STEPS = 100;

  private final Rate mean;
  private final long periodNanos;
  private final double countPerPeriod;
  private final double relativeAmplitude;

  /// A wave that starts at its mean and rises.
  ///
  /// @throws ScheduleException if the amplitude is more than the mean, or the mean or the period is
  ///   0
  SineCurve(Rate mean, Rate amplitude, long periodNanos) {
    if (mean.isZero()) {
      throw new ScheduleException("a sine around a mean of 0/s sends nothing");
    }
    if (amplitude.perNano() > mean.perNano()) {
      throw new ScheduleException(
          EnglishText.format(
              "the sine's amplitude %s is more than its mean %s: the rate would be negative",
              amplitude, mean));
    }
    if (periodNanos <= 0) {
      throw new ScheduleException("the sine's period must be more than 0");
    }
    this.mean = mean;
    this.periodNanos = periodNanos;
    this.countPerPeriod = mean.countIn(periodNanos).doubleValue();
    this.relativeAmplitude = amplitude.perNano() / mean.perNano();
  }

  @Override
  public long timeOf(long whole, double fraction) {
    long period = (long) ((whole + fraction) / countPerPeriod);
    double rest = Math.fma(-(double) period, countPerPeriod, (double) whole) + fraction;
    double share = Math.min(Math.max(rest / countPerPeriod, 0), 1);
    if (period >= Long.MAX_VALUE / periodNanos - 1) {
      return Arrivals.END;
    }
    return period * periodNanos + Math.round(phaseOf(share) * periodNanos);
  }

  /// The part of a period, from 0 to 1, in which the given share of its operations is due. Solves
  /// `x + α/2π · (1 - cos 2πx) = share` by Newton's method, and falls back to bisection where the
  /// slope is too flat for it.
  private double phaseOf(double share) {
    double low = 0;
    double high = 1;
    double x = share;
    for (int i = 0; i < MAX_STEPS; i++) {
      double sine = SinePi.of(x); // 1 - cos 2πx = 2 sin² πx
      double excess = x + relativeAmplitude / Math.PI * sine * sine - share;
      if (excess == 0) {
        return x;
      }
      if (excess > 0) {
        high = x;
      } else {
        low = x;
      }
      double next = x - excess / (1 + relativeAmplitude * sinTwoPi(x));
      if (!(next > low && next < high)) {
        next = low + (high - low) / 2;
      }
      if (Math.abs(next - x) <= Math.ulp(x)) {
        return next;
      }
      x = next;
    }
    return x;
  }

  private static double sinTwoPi(double x) {
    return x <= 0.5 ? SinePi.of(2 * x) : -SinePi.of(2 * x - 1);
  }

  @Override
  public long durationNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public double meanRate() {
    return mean.perSecond();
  }
}
