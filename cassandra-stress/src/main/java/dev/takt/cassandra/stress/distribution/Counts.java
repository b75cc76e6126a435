package dev.takt.cassandra.stress.distribution;

import java.util.Locale;

/// Whole numbers with an optional unit: `k` for a thousand, `m` for a million, `b` for a billion,
/// in any case.
public final class Counts {

  private Counts() {}

  /// Parses a count such as `100`, `10k` or `1M`; it may be negative.
  ///
  /// @throws NumberFormatException if it is not a count, or is beyond 64 bits
  public static long parse(String text) {
    String digits = text.trim().toLowerCase(Locale.ROOT);
    long unit =
        switch (digits.isEmpty() ? ' ' : digits.charAt(digits.length() - 1)) {
          case 'k' -> 1_000;
          case 'm' -> 1_000_000;
          case 'b' -> 1_000_000_000;
          default -> 1;
        };
    long count = Long.parseLong(unit == 1 ? digits : digits.substring(0, digits.length() - 1));
    try {
      return Math.multiplyExact(count, unit);
    } catch (ArithmeticException e) {
      NumberFormatException beyond = new NumberFormatException("count beyond 64 bits: " + text);
      beyond.initCause(e);
      throw beyond;
    }
  }
}
