package dev.takt.faults.scoring;

import dev.takt.record.LatencyHistogram;

/// A recorded percentile with its 95 % confidence interval, assuming that the times of operations
/// are independent of each other.
///
/// The interval is distribution-free: the number of operations below the true percentile is
/// binomially distributed, so its quantiles are the ranks of the recorded values that bound it (H.
/// A. David and H. N. Nagaraja, "Order Statistics", 2003, chapter 7).
///
/// @param low the lower bound, in nanoseconds
/// @param value the recorded percentile, in nanoseconds
/// @param high the upper bound, in nanoseconds; the maximum where there are too few values above
public record PercentileRange(long low, long value, long high) {

  /// 95 % of a normal distribution are within this many standard deviations.
  private static final double STANDARD_DEVIATIONS = 1.959_964;

  /// @param percentile the percentile, above 0 and below 100
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

  /// The value at a rank. The percentage is that of the middle between two ranks, so the result
  /// does not depend on rounding.
  private static long atRank(LatencyHistogram recorded, long rank) {
    long total = recorded.totalCount();
    double inside = Math.clamp(rank, 1, Math.max(1, total)) - 0.5;
    return recorded.valueAtPercentile(100 * inside / total);
  }

  /// The ratio of this percentile to another one, with its confidence interval.
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
