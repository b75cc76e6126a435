package dev.takt.load.keyvalue;

import dev.takt.load.workload.Randomness;
import dev.takt.load.workload.ZipfianRanks;

/// Chooses the record of an operation. The chosen record may not exist; the caller then asks again
/// with other random bits. Thread-safe. All are immutable except [Latest], of which each run has
/// its own.
sealed interface RecordDistribution {

  /// The record for the random bits.
  ///
  /// @param n the number of the operation
  /// @param last the last existing record
  long choose(long randomBits, long n, long last);

  /// A chooser in its initial state, for a new run.
  default RecordDistribution ofRun() {
    return this;
  }

  /// Uniform distribution over the initial records; records that the run inserts are excluded.
  record Uniform(long first, long count) implements RecordDistribution {
    @Override
    public long choose(long randomBits, long n, long last) {
      return first + Math.unsignedMultiplyHigh(randomBits, count);
    }
  }

  /// One record after the other, cyclically.
  record Sequential(long first, long count) implements RecordDistribution {
    @Override
    public long choose(long randomBits, long n, long last) {
      return first + Long.remainderUnsigned(n, count);
    }
  }

  /// Scrambled Zipf distribution: the popularity rank is hashed, which scatters the popular records
  /// over the key space. Like YCSB, it uses the ranks of ten thousand million items, so that the
  /// same records are popular in both tools.
  record Scrambled(long first, long count) implements RecordDistribution {

    private static final ZipfianRanks RANKS = new ZipfianRanks(10_000_000_001L, 26.46902820178302);

    @Override
    public long choose(long randomBits, long n, long last) {
      return first + Fnv.hash(RANKS.rankOf(Randomness.unit(randomBits))) % count;
    }
  }

  /// The newest record is the most popular, then the one before it.
  final class Latest implements RecordDistribution {

    /// The ranks are extended when the number of records has grown by this share. Until then the
    /// oldest records are not chosen, which affects about one choice in ten thousand.
    private static final int GROWTH_BITS = 10;

    private final ZipfianRanks atFirst;
    private volatile ZipfianRanks ranks;

    Latest(long last) {
      this(new ZipfianRanks(Math.max(1, last)));
    }

    private Latest(ZipfianRanks atFirst) {
      this.atFirst = atFirst;
      this.ranks = atFirst;
    }

    @Override
    public RecordDistribution ofRun() {
      return new Latest(atFirst);
    }

    @Override
    public long choose(long randomBits, long n, long last) {
      ZipfianRanks known = ranks;
      if (last > known.size() + (known.size() >> GROWTH_BITS)) {
        known = known.grownTo(last);
        ranks = known;
      }
      return last - known.rankOf(Randomness.unit(randomBits));
    }
  }

  /// A hot set at the beginning receives a fixed share of the operations.
  record Hotspot(long first, long hot, long cold, double hotShare) implements RecordDistribution {
    @Override
    public long choose(long randomBits, long n, long last) {
      long which = Randomness.bits(randomBits, 0);
      boolean isHot = cold == 0 || (hot > 0 && Randomness.unit(randomBits) < hotShare);
      return isHot
          ? first + Math.unsignedMultiplyHigh(which, hot)
          : first + hot + Math.unsignedMultiplyHigh(which, cold);
    }
  }

  /// The newest records are the most popular; popularity decreases exponentially with age.
  record Exponential(double gamma) implements RecordDistribution {

    /// @param percent percentage of all choices that fall into `range`
    /// @param range number of the newest records
    static Exponential of(double percent, double range) {
      return new Exponential(-StrictMath.log(1 - percent / 100) / range);
    }

    @Override
    public long choose(long randomBits, long n, long last) {
      double quantile = 1 - Randomness.unit(randomBits); // greater than 0
      return last - (long) (-StrictMath.log(quantile) / gamma);
    }
  }
}
