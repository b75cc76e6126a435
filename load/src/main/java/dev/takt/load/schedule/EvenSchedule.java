package dev.takt.load.schedule;

/// Evenly spaced arrivals along a rate curve: operation `n` is due when the curve's integral
/// reaches `n`.
record EvenSchedule(RateCurve curve) implements Schedule {

  @Override
  public Arrivals arrivals() {
    return arrivals(0, 1);
  }

  @Override
  public Arrivals arrivals(int shard, int of) {
    ShardedArrivals.requireShard(shard, of);
    return new Even(curve, shard, of);
  }

  @Override
  public long durationNanos() {
    return curve.durationNanos();
  }

  @Override
  public double meanRate() {
    return curve.meanRate();
  }

  private static final class Even implements Arrivals {

    private final RateCurve curve;
    private final int stride;
    private long number;
    private long nextNumber;

    Even(RateCurve curve, int shard, int of) {
      this.curve = curve;
      this.stride = of;
      this.nextNumber = shard;
    }

    @Override
    public long next() {
      long due = curve.timeOf(nextNumber, 0);
      if (due != END) {
        number = nextNumber;
        nextNumber += stride;
      }
      return due;
    }

    @Override
    public long number() {
      return number;
    }
  }
}
