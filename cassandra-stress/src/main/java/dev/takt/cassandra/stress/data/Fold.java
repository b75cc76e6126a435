package dev.takt.cassandra.stress.data;

/// How a value contributes to the seed of what depends on it: as digits in base 31, modulo 2^64. A
/// number or a UUID is one digit, each character of a text and each byte of a blob is one.
final class Fold {

  private static final long BASE = 31;

  private Fold() {}

  /// A seed followed by one digit.
  static long append(long seed, long digit) {
    return BASE * seed + digit;
  }

  /// A seed followed by the low bytes of a number, each with its sign, the highest first.
  static long appendBytes(long seed, long bytes, int count) {
    long digits = seed;
    for (int i = count - 1; i >= 0; i--) {
      digits = append(digits, (byte) (bytes >> (Byte.SIZE * i)));
    }
    return digits;
  }

  /// The digits of a range of bytes, each with its sign.
  static long ofBytes(byte[] bytes, int from, int to) {
    long digits = 0;
    for (int i = from; i < to; i++) {
      digits = append(digits, bytes[i]);
    }
    return digits;
  }

  /// What a seed is multiplied by to append so many digits.
  static long shift(int digits) {
    long power = 1;
    long square = BASE;
    for (int left = digits; left > 0; left >>= 1) {
      if ((left & 1) != 0) {
        power *= square;
      }
      square *= square;
    }
    return power;
  }
}
