package dev.takt.report.plot.axis;

/// Round numbers for axes: 1, 2 or 5 times a power of ten.
final class NiceNumbers {

  private static final int[] MANTISSAS = {1, 2, 5, 10};
  private static final double ROUNDING = 1e-9;

  private NiceNumbers() {}

  /// The smallest round number not less than `value`.
  ///
  /// @param value positive
  static double atLeast(double value) {
    double decade = decade(value);
    for (int mantissa : MANTISSAS) {
      if (mantissa * decade >= value * (1 - ROUNDING)) {
        return mantissa * decade;
      }
    }
    return MANTISSAS[MANTISSAS.length - 1] * decade;
  }

  /// The greatest round number not greater than `value`.
  ///
  /// @param value positive
  static double atMost(double value) {
    double decade = decade(value);
    for (int i = MANTISSAS.length - 1; i > 0; i--) {
      if (MANTISSAS[i] * decade <= value * (1 + ROUNDING)) {
        return MANTISSAS[i] * decade;
      }
    }
    return decade;
  }

  /// The greatest power of ten not greater than `value`, up to rounding errors.
  private static double decade(double value) {
    return Math.pow(10, Math.floor(Math.log10(value) + ROUNDING));
  }
}
