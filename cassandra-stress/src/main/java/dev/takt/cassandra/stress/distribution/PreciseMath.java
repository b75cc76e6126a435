package dev.takt.cassandra.stress.distribution;

import java.math.BigDecimal;
import java.math.MathContext;

/// Logarithm and power, rounded to the nearest double but for a case in a million. cassandra-stress
/// uses functions that are wrong by one unit in the last place once in a thousand cases;
/// [StrictMath] is once in fifteen. The difference is visible in columns of type `double`, and
/// where a number of twelve digits is rounded.
///
/// Calculates with pairs of doubles: the exact value is their sum, and the first is the nearest
/// double. An instance holds one such pair, the result of the last calculation. For one thread.
final class PreciseMath {

  private static final int TERMS = 28;

  /// `1 / n!` as pairs.
  private static final double[] HIGH_TERMS = new double[TERMS];

  private static final double[] LOW_TERMS = new double[TERMS];

  private static final double LN2_HIGH = 0x1.62e42fefa39efp-1;
  private static final double LN2_LOW = 0x1.abc9e3b39803fp-56;

  static {
    BigDecimal term = BigDecimal.ONE;
    for (int n = 0; n < TERMS; n++) {
      HIGH_TERMS[n] = term.doubleValue();
      LOW_TERMS[n] = term.subtract(new BigDecimal(HIGH_TERMS[n])).doubleValue();
      term = term.divide(BigDecimal.valueOf(n + 1L), MathContext.DECIMAL128);
    }
  }

  private double high;
  private double low;

  /// The natural logarithm.
  ///
  /// @param x greater than 0, finite
  double log(double x) {
    calculateLog(x);
    return high;
  }

  /// The power `x^y`.
  ///
  /// @param x greater than 0, finite
  double pow(double x, double y) {
    calculateLog(x);
    multiply(y, 0);
    calculateExp();
    return high;
  }

  /// One step of Newton's method from the logarithm in double precision: `y + x * e^-y - 1`.
  private void calculateLog(double x) {
    double estimate = StrictMath.log(x);
    set(-estimate, 0);
    calculateExp();
    multiply(x, 0);
    add(-1, 0);
    add(estimate, 0);
  }

  /// Replaces the pair by its exponential: `2^k * e^rest`, with a Taylor series for the rest.
  private void calculateExp() {
    double k = Math.rint(high / LN2_HIGH);
    double product = k * LN2_HIGH;
    double error = Math.fma(k, LN2_HIGH, -product);
    add(-product, -error);
    add(-k * LN2_LOW, 0);
    double restHigh = high;
    double restLow = low;
    set(HIGH_TERMS[TERMS - 1], LOW_TERMS[TERMS - 1]);
    for (int n = TERMS - 2; n >= 0; n--) {
      multiply(restHigh, restLow);
      add(HIGH_TERMS[n], LOW_TERMS[n]);
    }
    set(Math.scalb(high, (int) k), Math.scalb(low, (int) k));
  }

  private void set(double newHigh, double newLow) {
    high = newHigh;
    low = newLow;
  }

  private void add(double otherHigh, double otherLow) {
    double sum = high + otherHigh;
    double part = sum - high;
    double error = (high - (sum - part)) + (otherHigh - part);
    normalize(sum, error + low + otherLow);
  }

  private void multiply(double otherHigh, double otherLow) {
    double product = high * otherHigh;
    double error = Math.fma(high, otherHigh, -product);
    normalize(product, error + (high * otherLow + low * otherHigh));
  }

  private void normalize(double large, double small) {
    high = large + small;
    low = small - (high - large);
  }
}
