package dev.takt.load.schedule;

/// The same rate for ever.
record ConstantCurve(Rate rate) implements RateCurve {

  ConstantCurve {
    if (rate.isZero()) {
      throw new ScheduleException("a rate of 0/s sends nothing");
    }
  }

  @Override
  public long timeOf(long whole, double fraction) {
    // Whole and fraction apart: their sum as a double would round short gaps away in long runs.
    double nanosPerOperation = (double) rate.nanos() / rate.operations();
    double nanos = whole * nanosPerOperation + fraction * nanosPerOperation;
    return nanos < Long.MAX_VALUE ? Math.round(nanos) : Arrivals.END;
  }

  @Override
  public long durationNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public double meanRate() {
    return rate.perSecond();
  }
}
