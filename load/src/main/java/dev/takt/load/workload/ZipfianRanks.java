package dev.takt.load.workload;

/// Zipf-distributed ranks: rank `i` (from 0) has a probability of about `1 / (i + 1)^0.99`, divided
/// by the sum over all ranks.
///
/// The fast method of Gray, Sundaresan, Englert, Baclawski and Weinberger (Quickly Generating
/// Billion-Record Synthetic Databases, SIGMOD 1994), with the exponent of YCSB, which uses the same
/// method. It is exact for the first two ranks and approximate for the others.
public final class ZipfianRanks {

  private static final double THETA = 0.99;

  /// `1 / (1 - THETA)`.
  private static final int ALPHA = 100;

  private static final double SECOND = StrictMath.pow(0.5, THETA);

  /// Number of terms that are summed directly; the Euler-Maclaurin formula gives the rest.
  private static final int SUMMED_TERMS = 10_000;

  private final long size;
  private final double sum;
  private final double eta;

  /// Ranks from 0 to `size - 1`.
  ///
  /// @param size greater than 0
  public ZipfianRanks(long size) {
    this(size, sumOf(size));
  }

  /// Ranks from 0 to `size - 1`, for a known sum of all `1 / i^0.99`.
  public ZipfianRanks(long size, double sum) {
    this.size = size;
    this.sum = sum;
    this.eta = (1 - StrictMath.pow(2.0 / size, 1 - THETA)) / (1 - (1 + SECOND) / sum);
  }

  /// The number of ranks.
  public long size() {
    return size;
  }

  /// A copy with more ranks; cheap if few are added.
  ///
  /// @param newSize at least [#size]
  public ZipfianRanks grownTo(long newSize) {
    if (size >= SUMMED_TERMS) {
      return new ZipfianRanks(newSize, sum + tail((double) newSize) - tail((double) size));
    }
    double grown = sum;
    long summed = Math.min(newSize, SUMMED_TERMS);
    for (long i = size + 1; i <= summed; i++) {
      grown += StrictMath.pow((double) i, -THETA);
    }
    boolean isAll = summed == newSize;
    return new ZipfianRanks(
        newSize, isAll ? grown : grown + tail((double) newSize) - tail((double) summed));
  }

  /// The sum of `1 / i^0.99` for `i` from 1 to `size`.
  static double sumOf(long size) {
    double sum = 0;
    int terms = (int) Math.min(size, SUMMED_TERMS);
    for (int i = terms; i >= 1; i--) { // small terms first, for accuracy
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
  public long rankOf(double quantile) {
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

  /// Repeated squaring, because [StrictMath#pow] allocates and results of [Math#pow] vary by
  /// platform.
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
