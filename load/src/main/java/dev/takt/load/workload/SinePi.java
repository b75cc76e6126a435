package dev.takt.load.workload;

/// `sin πx`, the same on all machines and without garbage. The functions of [Math] may differ
/// between machines; those of [StrictMath] allocate, unless the compiler happens to avoid it.
public final class SinePi {

  private static final int POWERS = 19;

  /// `1 / (n · (n - 1))` for each n from 2 on: the factor from one term of a Taylor series to the
  /// next.
  private static final double[] INVERSES = new double[POWERS];

  static {
    for (int n = 2; n < POWERS; n++) {
      INVERSES[n] = 1.0 / (n * (n - 1));
    }
  }

  private SinePi() {}

  /// The value for an x from 0 to 1, with an error of less than 2 · 10⁻¹⁶.
  public static double of(double x) {
    if (x <= 0.25) {
      return sine(Math.PI * x);
    }
    return x < 0.75 ? series(Math.PI * (x - 0.5), 18) : sine(Math.PI * (1 - x));
  }

  private static double sine(double y) {
    return y * series(y, 17);
  }

  /// The Taylor series of the cosine up to an even power, or that of the sine divided by y up to an
  /// odd one. What follows is less than 10⁻¹⁶ up to a quarter of π.
  private static double series(double y, int power) {
    double square = y * y;
    double sum = 1;
    for (int n = power; n > 1; n -= 2) {
      sum = 1 - square * INVERSES[n] * sum;
    }
    return sum;
  }
}
