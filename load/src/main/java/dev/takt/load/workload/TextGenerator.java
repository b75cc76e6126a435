package dev.takt.load.workload;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Generates random texts of a fixed length from an alphabet.
final class TextGenerator extends Generator {

  static final String HEX = "0123456789abcdef";
  static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

  /// With 26 letters, ten characters use up 47 of 64 random bits; more would not be uniform.
  private static final int CHARACTERS_PER_HASH = 10;

  private final byte[] alphabet;
  private final int length;
  private final int purpose;

  TextGenerator(String alphabet, int length, int purpose) {
    this.alphabet = alphabet.getBytes(StandardCharsets.US_ASCII);
    this.length = length;
    this.purpose = purpose;
  }

  @Override
  public boolean isNumeric() {
    return false;
  }

  @Override
  public long longValue(long seed, long n) {
    throw new UnsupportedOperationException("a text is no number");
  }

  @Override
  int maxLength() {
    return length;
  }

  /// Each character is the next digit of a random fraction in base `alphabet.length`.
  @Override
  public void render(long seed, long n, ByteBuffer out) {
    long hash = Randomness.bits(seed, n, purpose);
    for (int done = 0; done < length; ) {
      long fraction = Randomness.bits(hash, done, purpose);
      int end = Math.min(length, done + CHARACTERS_PER_HASH);
      for (; done < end; done++) {
        out.put(alphabet[(int) Math.unsignedMultiplyHigh(fraction, alphabet.length)]);
        fraction *= alphabet.length;
      }
    }
  }
}
