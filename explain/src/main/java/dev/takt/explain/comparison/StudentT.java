package dev.takt.explain.comparison;

/// Student's t distribution (W. S. Gosset, "The probable error of a mean", Biometrika 1908), also
/// for fractional degrees of freedom.
///
/// Its tail is an incomplete beta function, computed by the continued fraction of NIST's Digital
/// Library of Mathematical Functions, 8.17.22, evaluated by W. J. Lentz's algorithm (1976).
final class StudentT {

  private static final double TINY = 1e-300;
  private static final double PRECISION = 1e-14;
  private static final int MAX_TERMS = 10_000;
  private static final int BISECTIONS = 200;
  private static final double[] LANCZOS = {
    0.9999999999998099,
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-6,
    1.5056327351493116e-7
  };
  private static final double LANCZOS_G = 7;

  private StudentT() {}

  /// The two-sided tail probability: that a value is at least as far from 0 as `t`.
  ///
  /// @param degrees the degrees of freedom, positive
  static double twoSided(double t, double degrees) {
    return incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t));
  }

  /// The positive value with a two-sided tail probability; the inverse of [#twoSided].
  ///
  /// @param probability between 0 and 1, both exclusive
  /// @param degrees the degrees of freedom, positive
  static double quantile(double probability, double degrees) {
    double low = 0;
    double high = 1;
    while (twoSided(high, degrees) > probability && high < Double.MAX_VALUE / 4) {
      high *= 2;
    }
    for (int i = 0; i < BISECTIONS && high - low > high * PRECISION; i++) {
      double middle = (low + high) / 2;
      if (twoSided(middle, degrees) > probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  private static double incompleteBeta(double a, double b, double x) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 0 : 1;
    }
    double front =
        Math.exp(
            logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
    return x < (a + 1) / (a + b + 2)
        ? front * fraction(a, b, x) / a
        : 1 - front * fraction(b, a, 1 - x) / b;
  }

  private static double fraction(double a, double b, double x) {
    double c = 1;
    double d = 1 / awayFromZero(1 - (a + b) * x / (a + 1));
    double value = d;
    for (int m = 1; m < MAX_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / awayFromZero(1 + even * d);
      c = awayFromZero(1 + even / c);
      value *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / awayFromZero(1 + odd * d);
      c = awayFromZero(1 + odd / c);
      double step = d * c;
      value *= step;
      if (Math.abs(step - 1) < PRECISION) {
        break;
      }
    }
    return value;
  }

  private static double awayFromZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  /// The logarithm of the gamma function (C. Lanczos, 1964).
  private static double logGamma(double z) {
    if (z < 0.5) {
      return Math.log(Math.PI / Math.sin(Math.PI * z)) - logGamma(1 - z);
    }
    double x = z - 1;
    double sum = LANCZOS[0];
    for (int i = 1; i < LANCZOS.length; i++) {
      sum += LANCZOS[i] / (x + i);
    }
    double base = x + LANCZOS_G + 0.5;
    return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(base) - base + Math.log(sum);
  }
}
