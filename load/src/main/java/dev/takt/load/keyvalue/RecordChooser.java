package dev.takt.load.keyvalue;

import dev.takt.load.workload.Randomness;
import dev.takt.load.workload.ZipfianRanks;

/// Chooses which record an operation is about. What it chooses may not be there: the caller then
/// asks again with other bits. Thread-safe. All but [Latest], of which each run has its own, are
/// immutable.
sealed interface RecordChooser {

  /// The record that belongs to the bits.
  ///
  /// @param n the number of the operation
  /// @param last the last record that there is
  long choose(long randomBits, long n, long last);

  /// What a run begins with, whatever was chosen before.
  default RecordChooser ofRun() {
    return this;
  }

  /// Each record as likely; those that the run inserts are left out.
  record Uniform(long first, long count) implements RecordChooser {
    @Override
    public long choose(long randomBits, long n, long last) {
      return first + Math.unsignedMultiplyHigh(randomBits, count);
    }
  }

  /// One after the other, from the first again after the last.
  record Sequential(long first, long count) implements RecordChooser {
    @Override
    public long choose(long randomBits, long n, long last) {
      return first + Long.remainderUnsigned(n, count);
    }
  }

  /// Some records are far more popular than others, and they are spread all over: the rank of a
  /// popularity is hashed. The ranks are those of ten thousand million items, as YCSB's are, so
  /// that it is the same records that are popular.
  record Scrambled(long first, long count) implements RecordChooser {

    private static final ZipfianRanks RANKS = new ZipfianRanks(10_000_000_001L, 26.46902820178302);

    @Override
    public long choose(long randomBits, long n, long last) {
      return first + Fnv.hash(RANKS.rankOf(Randomness.unit(randomBits))) % count;
    }
  }

  /// The last record is the most popular, then the one before it.
  final class Latest implements RecordChooser {

    /// Ranks are made anew when there are more records by this share. Until then the oldest ones
    /// are not chosen, which would be one choice in some ten thousand.
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
    public RecordChooser ofRun() {
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

  /// A hot set at the beginning gets a share of all operations.
  record Hotspot(long first, long hot, long cold, double hotShare) implements RecordChooser {
    @Override
    public long choose(long randomBits, long n, long last) {
      long which = Randomness.bits(randomBits, 0);
      boolean isHot = cold == 0 || (hot > 0 && Randomness.unit(randomBits) < hotShare);
      return isHot
          ? first + Math.unsignedMultiplyHigh(which, hot)
          : first + hot + Math.unsignedMultiplyHigh(which, cold);
    }
  }

  /// The last records are the most popular, with a popularity that falls off exponentially.
  record Exponential(double gamma) implements RecordChooser {

    /// @param percent so many percent of all choices
    /// @param range are among so many of the last records
    static Exponential of(double percent, double range) {
      return new Exponential(-StrictMath.log(1 - percent / 100) / range);
    }

    @Override
    public long choose(long randomBits, long n, long last) {
      double quantile = 1 - Randomness.unit(randomBits); // more than 0
      return last - (long) (-StrictMath.log(quantile) / gamma);
    }
  }
}
