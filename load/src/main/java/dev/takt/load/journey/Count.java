package dev.takt.load.journey;

/// How often something is repeated: a number that is drawn evenly, both ends included.
///
/// @param low at least 0
/// @param high at most [#MAX]
public record Count(int low, int high) {

  /// The greatest number.
  public static final int MAX = 10_000;

  /// Parses `3` or, with [#parseRange], `1..5`.
  ///
  /// @throws IllegalArgumentException with what was expected and found
  public static Count parse(String text) {
    int times = number(text, text);
    return new Count(times, times);
  }

  /// Parses `1..5`.
  ///
  /// @throws IllegalArgumentException with what was expected and found
  public static Count parseRange(String text) {
    int dots = text.indexOf("..");
    if (dots < 0) {
      throw fault("two numbers, such as 1..5", text);
    }
    int low = number(text.substring(0, dots), text);
    int high = number(text.substring(dots + 2), text);
    if (low > high) {
      throw fault("a range whose first number is not above the second", text);
    }
    return new Count(low, high);
  }

  private static int number(String part, String text) {
    String digits = part.strip();
    if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) > MAX) {
      throw fault("whole numbers from 0 to 10000", text);
    }
    return Integer.parseInt(digits);
  }

  private static IllegalArgumentException fault(String expected, String text) {
    return new IllegalArgumentException("expected " + expected + ", found \"" + text + "\"");
  }

  /// The number for random bits.
  int times(long randomBits) {
    return low + (int) Math.unsignedMultiplyHigh(randomBits, high - low + 1L);
  }

  /// Whether it is always the same.
  public boolean isConstant() {
    return low == high;
  }

  /// As a plan has it.
  @Override
  public String toString() {
    return isConstant() ? "" + low : low + ".." + high;
  }
}
