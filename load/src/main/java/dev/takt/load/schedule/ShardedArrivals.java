package dev.takt.load.schedule;

/// Every k-th arrival of another sequence.
final class ShardedArrivals implements Arrivals {

  private final Arrivals all;
  private final int of;
  private int skip;
  private long number;

  private ShardedArrivals(Arrivals all, int shard, int of) {
    this.all = all;
    this.of = of;
    this.skip = shard;
  }

  static Arrivals of(Arrivals all, int shard, int of) {
    requireShard(shard, of);
    return of == 1 ? all : new ShardedArrivals(all, shard, of);
  }

  static void requireShard(int shard, int of) {
    if (shard < 0 || shard >= of) {
      throw new IllegalArgumentException("shard " + shard + " of " + of);
    }
  }

  @Override
  public long next() {
    for (int i = 0; i < skip; i++) {
      if (all.next() == END) {
        return END;
      }
    }
    skip = of - 1;
    long due = all.next();
    if (due != END) {
      number = all.number();
    }
    return due;
  }

  @Override
  public long number() {
    return number;
  }
}
