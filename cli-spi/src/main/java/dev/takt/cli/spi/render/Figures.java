package dev.takt.cli.spi.render;

import java.math.BigDecimal;

/// Formats numbers for machines.
public final class Figures {

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
}
