package dev.takt.load.workload;

/// Ranks that are Zipf-distributed: rank `i` (from 0) has a probability near `1 / (i + 1)^0.99`,
/// divided by the sum of all of them.
///
/// The quick method of Gray, Sundaresan, Englert, Baclawski and Weinberger (Quickly Generating
/// Billion-Record Synthetic Databases, SIGMOD 1994), which YCSB uses too, with YCSB's exponent. It
/// is exact for the first two ranks and an approximation for the others.
final class ZipfianRanks {

  private static final double THETA = 0.99;

  /// `1 / (1 - THETA)`.
  private static final int ALPHA = 100;

  private static final double SECOND = StrictMath.pow(0.5, THETA);

  /// So many terms of the sum are added up; the rest of it is Euler's and Maclaurin's formula.
  private static final int SUMMED_TERMS = 10_000;

  private final long size;
  private final double sum;
  private final double eta;

  /// Ranks from 0 to `size - 1`.
  ///
  /// @param size more than 0
  ZipfianRanks(long size) {
    this.size = size;
    this.sum = sumOf(size);
    this.eta = (1 - StrictMath.pow(2.0 / size, 1 - THETA)) / (1 - (1 + SECOND) / sum);
  }

  /// The sum of `1 / i^0.99` for `i` from 1 to `size`.
  static double sumOf(long size) {
    double sum = 0;
    int terms = (int) Math.min(size, SUMMED_TERMS);
    for (int i = terms; i >= 1; i--) { // small terms first
      sum += StrictMath.pow(i, -THETA);
    }
    return size == terms ? sum : sum + tail((double) size) - tail(terms);
  }

  private static double tail(double x) {
    double last = StrictMath.pow(x, -THETA);
    return x * last / (1 - THETA) + last / 2 - THETA * last / (12 * x);
  }

  /// The rank at a quantile.
  ///
  /// @param quantile from 0 (inclusive) to 1 (exclusive)
  long rankOf(double quantile) {
    double scaled = quantile * sum;
    if (scaled < 1 || size == 1) {
      return 0;
    }
    if (scaled < 1 + SECOND || size == 2) {
      return 1;
    }
    double base = eta * quantile - eta + 1;
    return Math.min((long) (size * toTheAlpha(base)), size - 1);
  }

  /// By repeated squaring: [StrictMath#pow] allocates, and [Math#pow] is not the same everywhere.
  private static double toTheAlpha(double base) {
    double power = 1;
    double square = base;
    for (int left = ALPHA; left > 0; left >>= 1) {
      if ((left & 1) != 0) {
        power *= square;
      }
      square *= square;
    }
    return power;
  }
}
