package dev.takt.driver.cql.topology;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// MurmurHash3_x64_128 with seed 0, as Cassandra calculates it: unlike in Austin Appleby's
/// original, the bytes of the tail are signed. Tokens and salts are its first 64 bits.
public final class Murmur3 {

  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final int BLOCK_BYTES = 16;

  private Murmur3() {}

  /// The first 64 bits of the hash of the bytes from `from` to `to`. Allocates nothing.
  public static long hash(ByteBuffer bytes, int from, int to) {
    long h1 = 0;
    long h2 = 0;
    int at = from;
    for (; to - at >= BLOCK_BYTES; at += BLOCK_BYTES) {
      h1 ^= mix1(littleEndian(bytes, at));
      h1 = Long.rotateLeft(h1, 27);
      h1 += h2;
      h1 = h1 * 5 + 0x52dce729;
      h2 ^= mix2(littleEndian(bytes, at + Long.BYTES));
      h2 = Long.rotateLeft(h2, 31);
      h2 += h1;
      h2 = h2 * 5 + 0x38495ab5;
    }
    if (to - at > Long.BYTES) {
      h2 ^= mix2(tail(bytes, at + Long.BYTES, to));
    }
    if (to > at) {
      h1 ^= mix1(tail(bytes, at, Math.min(to, at + Long.BYTES)));
    }
    int length = to - from;
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    h1 = finish(h1);
    h2 = finish(h2);
    return h1 + h2;
  }

  private static long mix1(long k) {
    return Long.rotateLeft(k * C1, 31) * C2;
  }

  private static long mix2(long k) {
    return Long.rotateLeft(k * C2, 33) * C1;
  }

  private static long finish(long h) {
    long k = h;
    k ^= k >>> 33;
    k *= 0xff51afd7ed558ccdL;
    k ^= k >>> 33;
    k *= 0xc4ceb9fe1a85ec53L;
    return k ^ k >>> 33;
  }

  private static long littleEndian(ByteBuffer bytes, int at) {
    long value = bytes.getLong(at);
    return bytes.order() == ByteOrder.BIG_ENDIAN ? Long.reverseBytes(value) : value;
  }

  /// Up to eight bytes, the lowest first. Each is signed, so a negative one changes all bits above.
  private static long tail(ByteBuffer bytes, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value ^= (long) bytes.get(i) << (Byte.SIZE * (i - from));
    }
    return value;
  }
}
