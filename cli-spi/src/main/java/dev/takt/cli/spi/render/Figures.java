package dev.takt.cli.spi.render;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Formats numbers for machines, and ratios.
public final class Figures {

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
  private static final int LONGEST = 40;

  private Figures() {}

  /// The shortest decimal equal to this number, without an exponent unless it is very long.
  public static String plain(double number) {
    String shortest = Double.toString(number);
    if (!Double.isFinite(number)) {
      return shortest;
    }
    String plain = new BigDecimal(shortest).stripTrailingZeros().toPlainString();
    if (plain.length() > LONGEST) {
      return shortest;
    }
    boolean whole = number == Math.rint(number) && Math.abs(number) < 0x1p63;
    return whole ? Long.toString((long) number) : plain;
  }

  /// A number for people, with three significant digits.
  public static String threeDigits(double number) {
    BigDecimal rounded = new BigDecimal(number).round(THREE_DIGITS);
    return rounded.stripTrailingZeros().toPlainString();
  }
}
