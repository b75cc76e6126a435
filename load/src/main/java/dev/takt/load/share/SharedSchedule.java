package dev.takt.load.share;

import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;

/// A share of a schedule. Its arrivals keep their numbers in the whole.
record SharedSchedule(Schedule whole, Share share) implements Schedule {

  @Override
  public Arrivals arrivals() {
    if (share.width() == 1) {
      return whole.arrivals(share.first(), share.of());
    }
    return new Positions(whole.arrivals(), share);
  }

  @Override
  public Arrivals arrivals(int shard, int of) {
    return share.width() == 1
        ? whole.arrivals(share.first() + share.of() * shard, share.of() * of)
        : Schedule.super.arrivals(shard, of);
  }

  @Override
  public long durationNanos() {
    return whole.durationNanos();
  }

  @Override
  public double meanRate() {
    return whole.meanRate() * share.width() / share.of();
  }

  @Override
  public int operationOf(long n) {
    return whole.operationOf(n);
  }

  /// The arrivals at some positions of all.
  private static final class Positions implements Arrivals {

    private final Arrivals all;
    private final Share share;
    private long number;

    Positions(Arrivals all, Share share) {
      this.all = all;
      this.share = share;
    }

    @Override
    public long next() {
      for (long due = all.next(); due != END; due = all.next()) {
        if (share.has(all.number())) {
          number = all.number();
          return due;
        }
      }
      return END;
    }

    @Override
    public long number() {
      return number;
    }
  }
}
