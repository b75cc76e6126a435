package dev.takt.load.keyvalue;

import dev.takt.load.workload.Randomness;
import dev.takt.load.workload.ZipfianRanks;

/// Maps random bits to a number in a range: the length of a field or of a scan. Immutable.
sealed interface IntegerDistribution {

  /// The number for the random bits.
  long choose(long randomBits);

  /// The maximum.
  long most();

  /// Always the same number.
  record Constant(long value) implements IntegerDistribution {
    @Override
    public long choose(long randomBits) {
      return value;
    }

    @Override
    public long most() {
      return value;
    }
  }

  /// Uniform distribution, both bounds inclusive.
  record Uniform(long least, long most) implements IntegerDistribution {
    @Override
    public long choose(long randomBits) {
      return least + Math.unsignedMultiplyHigh(randomBits, most - least + 1);
    }
  }

  /// Zipf distribution with the smallest number the most likely, both bounds inclusive.
  record Zipfian(long least, long most, ZipfianRanks ranks) implements IntegerDistribution {

    Zipfian(long least, long most) {
      this(least, most, new ZipfianRanks(most - least + 1));
    }

    @Override
    public long choose(long randomBits) {
      return least + ranks.rankOf(Randomness.unit(randomBits));
    }
  }

  /// Distribution of a histogram.
  record Counted(FieldLengthHistogram histogram) implements IntegerDistribution {
    @Override
    public long choose(long randomBits) {
      return histogram.choose(randomBits);
    }

    @Override
    public long most() {
      return histogram.most();
    }
  }
}
