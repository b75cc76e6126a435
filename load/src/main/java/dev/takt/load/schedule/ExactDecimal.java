package dev.takt.load.schedule;

import java.math.BigInteger;

/// A decimal number that is not negative. [java.math.BigDecimal] would do, but its class takes some
/// 20 ms to initialise, and every run needs a rate and a duration before its first request.
///
/// @param unscaled the number without its decimal point
/// @param scale how many of its digits are decimals
record ExactDecimal(BigInteger unscaled, int scale) {

  /// @param text digits, and decimals if there is a point
  static ExactDecimal parse(String text) {
    int point = text.indexOf('.');
    return point < 0
        ? new ExactDecimal(new BigInteger(text), 0)
        : new ExactDecimal(
            new BigInteger(text.substring(0, point) + text.substring(point + 1)),
            text.length() - point - 1);
  }

  /// The power of ten that [#unscaled] is divided by.
  BigInteger denominator() {
    return BigInteger.TEN.pow(scale);
  }

  ExactDecimal times(long factor) {
    return new ExactDecimal(unscaled.multiply(BigInteger.valueOf(factor)), scale);
  }

  ExactDecimal plus(ExactDecimal other) {
    int common = Math.max(scale, other.scale);
    return new ExactDecimal(unscaledAt(common).add(other.unscaledAt(common)), common);
  }

  private BigInteger unscaledAt(int larger) {
    return unscaled.multiply(BigInteger.TEN.pow(larger - scale));
  }

  /// The nearest whole number; half is rounded up.
  BigInteger rounded() {
    return unscaled.shiftLeft(1).add(denominator()).divide(denominator().shiftLeft(1));
  }

  /// The number without zeros at the end of its decimals.
  @Override
  public String toString() {
    BigInteger[] parts = unscaled.divideAndRemainder(denominator());
    if (parts[1].signum() == 0) {
      return parts[0].toString();
    }
    String decimals = parts[1].add(denominator()).toString().substring(1);
    return parts[0] + "." + decimals.replaceFirst("0+$", "");
  }
}
