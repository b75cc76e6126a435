package dev.takt.load.workload;

import java.nio.ByteBuffer;

/// Generates whole numbers in decimal.
abstract sealed class NumberGenerator extends Generator {

  private static final int MAX_LENGTH = 20; // of Long.MIN_VALUE

  @Override
  public final boolean isNumeric() {
    return true;
  }

  @Override
  int maxLength() {
    return MAX_LENGTH;
  }

  @Override
  public final void render(long seed, long n, ByteBuffer out) {
    putDecimal(longValue(seed, n), out);
  }

  /// Uses negative numbers, because the absolute value of Long.MIN_VALUE overflows.
  private static void putDecimal(long value, ByteBuffer out) {
    long left = value < 0 ? value : -value;
    if (value < 0) {
      out.put((byte) '-');
    }
    long power = 1;
    while (left / power <= -10) {
      power *= 10;
    }
    for (; power > 0; power /= 10) {
      out.put((byte) ('0' - left / power % 10));
    }
  }

  /// The number of the operation.
  static final class Sequence extends NumberGenerator {

    @Override
    public long longValue(long seed, long n) {
      return n;
    }
  }

  /// Uniform distribution over a range.
  static final class Uniform extends NumberGenerator {

    private final long low;
    private final long high;
    private final int purpose;

    Uniform(long low, long high, int purpose) {
      this.low = low;
      this.high = high;
      this.purpose = purpose;
    }

    @Override
    public long longValue(long seed, long n) {
      return Randomness.uniform(seed, n, purpose, low, high);
    }
  }

  /// Zipf distribution over a range, with low numbers the most likely.
  static final class Zipfian extends NumberGenerator {

    private final long low;
    private final ZipfianRanks ranks;
    private final int purpose;

    Zipfian(long low, long high, int purpose) {
      this.low = low;
      this.ranks = new ZipfianRanks(high - low + 1);
      this.purpose = purpose;
    }

    @Override
    public long longValue(long seed, long n) {
      return low + ranks.rankOf(Randomness.unit(seed, n, purpose));
    }
  }
}
