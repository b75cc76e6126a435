package dev.takt.load.schedule;

import dev.takt.runs.text.EnglishText;

/// The arrivals of another schedule that are due before a moment and numbered below a count.
record LimitedSchedule(Schedule whole, long limitNanos, long count) implements Schedule {

  LimitedSchedule {
    if (limitNanos <= 0 || count <= 0) {
      throw new ScheduleException(
          EnglishText.format(
              "a schedule cut to %d ns and %d operations is empty", limitNanos, count));
    }
  }

  @Override
  public Arrivals arrivals() {
    return new Limited(whole.arrivals(), limitNanos, count);
  }

  @Override
  public Arrivals arrivals(int shard, int of) {
    return new Limited(whole.arrivals(shard, of), limitNanos, count);
  }

  @Override
  public long durationNanos() {
    return Math.min(limitNanos, whole.durationNanos());
  }

  @Override
  public double meanRate() {
    return whole.durationNanos() == Long.MAX_VALUE || whole.durationNanos() <= limitNanos
        ? whole.meanRate()
        : Double.NaN;
  }

  @Override
  public int operationOf(long n) {
    return whole.operationOf(n);
  }

  private static final class Limited implements Arrivals {

    private final Arrivals all;
    private final long limitNanos;
    private final long count;
    private long number;
    private boolean ended;

    Limited(Arrivals all, long limitNanos, long count) {
      this.all = all;
      this.limitNanos = limitNanos;
      this.count = count;
    }

    @Override
    public long next() {
      long due = ended ? END : all.next();
      if (due >= limitNanos || all.number() >= count) {
        ended = true;
        return END;
      }
      number = all.number();
      return due;
    }

    @Override
    public long number() {
      return number;
    }
  }
}
