package dev.takt.explain.collections;

import dev.takt.runs.text.EnglishText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Sizes of memory as text, in the units of the JVM's options: a KB is 1,024 bytes.
public final class HeapSize {

  private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};
  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

  private HeapSize() {}

  /// The same of whole bytes.
  public static String text(long bytes) {
    return text((double) bytes);
  }

  /// A size: `24 B`, `1.50 MB`, `106 MB`.
  public static String text(double bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    if (unit == 0) {
      return EnglishText.format("%.0f B", value);
    }
    BigDecimal rounded = new BigDecimal(value).round(THREE_DIGITS);
    int whole = rounded.precision() - rounded.scale();
    int decimals = Math.clamp(3L - whole, 0, 2);
    return rounded.setScale(decimals, RoundingMode.HALF_UP).toPlainString() + " " + UNITS[unit];
  }
}
