package dev.takt.explain.truth;

import dev.takt.record.LatencyHistogram;

/// A percentile of what was recorded, and between which values that of the system lies in 95 of 100
/// cases, if operations take what they take independently of each other.
///
/// Nothing has to be known of the distribution: of n operations, so many as a binomial distribution
/// tells are below the system's percentile, so it lies between two of the recorded values in their
/// order (H. A. David and H. N. Nagaraja, "Order Statistics", 2003, chapter 7).
///
/// @param low in nanoseconds
/// @param value what was recorded, in nanoseconds
/// @param high in nanoseconds; the greatest of all where there are too few beyond
public record PercentileRange(long low, long value, long high) {

  /// How many standard deviations 95 % of a normal distribution are to either side.
  private static final double STANDARD_DEVIATIONS = 1.959_964;

  /// @param percentile above 0 and below 100
  public static PercentileRange of(LatencyHistogram recorded, double percentile) {
    double share = percentile / 100;
    long total = recorded.totalCount();
    double below = share * total;
    double off = STANDARD_DEVIATIONS * Math.sqrt(below * (1 - share));
    return new PercentileRange(
        atRank(recorded, (long) Math.floor(below - off)),
        recorded.valueAtPercentile(percentile),
        atRank(recorded, (long) Math.ceil(below + off) + 1));
  }

  /// In the middle between two ranks nothing depends on how percentages are rounded.
  private static long atRank(LatencyHistogram recorded, long rank) {
    long total = recorded.totalCount();
    double inside = Math.clamp(rank, 1, Math.max(1, total)) - 0.5;
    return recorded.valueAtPercentile(100 * inside / total);
  }

  /// How this compares to another one.
  public RatioRange to(PercentileRange other) {
    if (low <= 0 || other.low <= 0) {
      double ratio = other.value == 0 ? Double.POSITIVE_INFINITY : (double) value / other.value;
      return new RatioRange(0, ratio, Double.POSITIVE_INFINITY);
    }
    double ratio = (double) value / other.value;
    return new RatioRange(
        ratio * Math.exp(-Math.hypot(log(value, low), log(other.high, other.value))),
        ratio,
        ratio * Math.exp(Math.hypot(log(high, value), log(other.value, other.low))));
  }

  private static double log(long more, long less) {
    return Math.log((double) more / less);
  }
}
