package dev.takt.load.keyvalue;

import dev.takt.load.workload.Randomness;
import dev.takt.load.workload.ZipfianRanks;

/// Chooses a number of a range by random bits: the length of a field or of a scan. Immutable.
sealed interface NumberChooser {

  /// The number that belongs to the bits.
  long choose(long randomBits);

  /// The greatest that can be chosen.
  long most();

  /// Always the same.
  record Constant(long value) implements NumberChooser {
    @Override
    public long choose(long randomBits) {
      return value;
    }

    @Override
    public long most() {
      return value;
    }
  }

  /// Each as likely, both ends included.
  record Uniform(long least, long most) implements NumberChooser {
    @Override
    public long choose(long randomBits) {
      return least + Math.unsignedMultiplyHigh(randomBits, most - least + 1);
    }
  }

  /// The smallest the likeliest, both ends included.
  record Zipfian(long least, long most, ZipfianRanks ranks) implements NumberChooser {

    Zipfian(long least, long most) {
      this(least, most, new ZipfianRanks(most - least + 1));
    }

    @Override
    public long choose(long randomBits) {
      return least + ranks.rankOf(Randomness.unit(randomBits));
    }
  }

  /// By how often each was counted.
  record Counted(FieldLengthHistogram histogram) implements NumberChooser {
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
