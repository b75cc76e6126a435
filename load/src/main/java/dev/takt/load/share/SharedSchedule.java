package dev.takt.load.share;

import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;
import java.util.stream.IntStream;

/// A share of a schedule. Its arrivals keep their numbers in the whole.
record SharedSchedule(Schedule whole, Share share) implements Schedule {

  @Override
  public Arrivals arrivals() {
    if (share.width() == 1) {
      return whole.arrivals(share.first(), share.of());
    }
    return new RoundRobin(
        IntStream.range(share.first(), share.first() + share.width())
            .mapToObj(position -> whole.arrivals(position, share.of()))
            .toArray(Arrivals[]::new));
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

  /// The arrivals of neighbouring positions, in the order of their numbers.
  private static final class RoundRobin implements Arrivals {

    private final Arrivals[] positions;
    private int next;
    private long number;

    RoundRobin(Arrivals[] positions) {
      this.positions = positions;
    }

    /// If one position has ended, the later ones have, too.
    @Override
    public long next() {
      Arrivals position = positions[next];
      long due = position.next();
      if (due != END) {
        number = position.number();
        next = (next + 1) % positions.length;
      }
      return due;
    }

    @Override
    public long number() {
      return number;
    }
  }
}
