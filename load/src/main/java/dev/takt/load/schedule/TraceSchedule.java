package dev.takt.load.schedule;

import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/// Arrivals that were recorded elsewhere; see [TraceReader] and [Schedules#recorded].
final class TraceSchedule implements Schedule {

  private final long[] offsets;
  private final @Nullable LongToIntFunction kinds;

  /// @param offsets in nanoseconds after the first, which is 0; never decreasing
  /// @param kinds of each arrival, or null if the workload chooses
  TraceSchedule(long[] offsets, @Nullable LongToIntFunction kinds) {
    this.offsets = offsets;
    this.kinds = kinds;
  }

  @Override
  public Arrivals arrivals() {
    return arrivals(0, 1);
  }

  @Override
  public Arrivals arrivals(int shard, int of) {
    ShardedArrivals.requireShard(shard, of);
    return new Recorded(offsets, shard, of);
  }

  /// Just after the last arrival.
  @Override
  public long durationNanos() {
    return offsets[offsets.length - 1] + 1;
  }

  @Override
  public double meanRate() {
    long last = offsets[offsets.length - 1];
    return last == 0 ? Double.NaN : (offsets.length - 1) * 1e9 / last;
  }

  @Override
  public int operationOf(long n) {
    return kinds == null ? -1 : kinds.applyAsInt(n);
  }

  private static final class Recorded implements Arrivals {

    private final long[] offsets;
    private final int stride;
    private long number;
    private long nextNumber;

    Recorded(long[] offsets, int shard, int of) {
      this.offsets = offsets;
      this.stride = of;
      this.nextNumber = shard;
    }

    @Override
    public long next() {
      if (nextNumber >= offsets.length) {
        return END;
      }
      number = nextNumber;
      nextNumber += stride;
      return offsets[(int) number];
    }

    @Override
    public long number() {
      return number;
    }
  }
}
