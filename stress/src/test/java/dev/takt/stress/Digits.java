package dev.takt.stress;

/// Collects digits without any guard: two threads that append at the same time lose one of them.
final class Digits {

  private long digits;

  void append(long digit) {
    digits = digits * 10 + digit;
  }

  /// What was appended, or nothing at all.
  @Override
  public String toString() {
    return digits == 0 ? "" : Long.toString(digits);
  }
}
