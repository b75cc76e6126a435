package dev.takt.load.schedule;

import java.math.BigInteger;

/// Operation `n` is due at `n / rate`, to the nearest nanosecond. This is exact for every `n`,
/// because the remainder of each division is carried on as an integer (as in Bresenham's line
/// algorithm).
final class ConstantSchedule implements Schedule {

  private final Rate rate;

  ConstantSchedule(Rate rate) {
    if (rate.isZero()) {
      throw new ScheduleException("a constant rate of 0/s sends nothing");
    }
    this.rate = rate;
  }

  @Override
  public Arrivals arrivals() {
    return arrivals(0, 1);
  }

  @Override
  public Arrivals arrivals(int shard, int of) {
    ShardedArrivals.requireShard(shard, of);
    return new Even(rate, shard, of);
  }

  @Override
  public long durationNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public double meanRate() {
    return rate.perSecond();
  }

  private static final class Even implements Arrivals {

    private final long operations;
    private final long step;
    private final long stepRemainder;
    private final int stride;
    private long number;
    private long nextNumber;
    private long next;
    private long remainder;

    Even(Rate rate, int shard, int of) {
      this.operations = rate.operations();
      BigInteger[] stepParts = nanosOf(rate, of).divideAndRemainder(big(operations));
      this.step = saturated(stepParts[0]);
      this.stepRemainder = stepParts[1].longValueExact();
      BigInteger half = big(operations / 2); // makes the division round instead of truncate
      BigInteger[] firstParts = nanosOf(rate, shard).add(half).divideAndRemainder(big(operations));
      this.next = saturated(firstParts[0]);
      this.remainder = firstParts[1].longValueExact();
      this.nextNumber = shard;
      this.stride = of;
    }

    private static BigInteger nanosOf(Rate rate, int operations) {
      return big(rate.nanos()).multiply(big(operations));
    }

    private static BigInteger big(long value) {
      return BigInteger.valueOf(value);
    }

    private static long saturated(BigInteger value) {
      return value.min(big(END)).longValueExact();
    }

    @Override
    public long next() {
      if (next == END) {
        return END;
      }
      long due = next;
      number = nextNumber;
      advance();
      return due;
    }

    private void advance() {
      nextNumber += stride;
      remainder += stepRemainder;
      long carry = 0;
      if (remainder >= operations) {
        remainder -= operations;
        carry = 1;
      }
      next = step >= END - next - carry ? END : next + step + carry;
    }

    @Override
    public long number() {
      return number;
    }
  }
}
