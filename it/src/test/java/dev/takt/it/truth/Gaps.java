package dev.takt.it.truth;

import java.util.Arrays;

/// The gaps between arrivals, in nanoseconds.
final class Gaps {

  private final long[] gaps;

  private Gaps(long[] gaps) {
    this.gaps = gaps;
  }

  /// @param arrivals in order
  static Gaps of(long[] arrivals) {
    long[] gaps = new long[arrivals.length - 1];
    Arrays.setAll(gaps, i -> arrivals[i + 1] - arrivals[i]);
    return new Gaps(gaps);
  }

  /// Without a share at the beginning and one at the end.
  Gaps middle(double head, double tail) {
    return slice((int) (gaps.length * head), (int) (gaps.length * (1 - tail)));
  }

  private Gaps slice(int from, int to) {
    return new Gaps(Arrays.copyOfRange(gaps, from, to));
  }

  double mean() {
    return Arrays.stream(gaps).average().orElseThrow();
  }

  /// The coefficient of variation: standard deviation over mean.
  double variation() {
    double mean = mean();
    double squares = Arrays.stream(gaps).mapToDouble(g -> (g - mean) * (g - mean)).sum();
    return Math.sqrt(squares / gaps.length) / mean;
  }

  /// That of the most even stretch of so many gaps.
  double leastVariation(int length) {
    double least = Double.MAX_VALUE;
    for (int from = 0; from + length <= gaps.length; from += length / 10) {
      least = Math.min(least, slice(from, from + length).variation());
    }
    return least;
  }
}
