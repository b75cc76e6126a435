package dev.takt.load.schedule;

/// A constant rate without end.
record ConstantCurve(Rate rate) implements RateCurve {

  ConstantCurve {
    if (rate.isZero()) {
      throw new ScheduleException("a rate of 0/s sends nothing");
    }
  }

  @Override
  public long timeOf(long whole, double fraction) {
    // Whole and fraction are kept apart: in a long run, a double that holds their sum would round
    // short gaps away.
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
