package dev.takt.driver.cql.topology;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The first 64 bits of MurmurHash3_x64_128 with seed 0, as Cassandra calculates them: the bytes
/// after the last whole block of 16 are extended with their sign, which Austin Appleby's original
/// does not do. `Murmur3Partitioner` calculates tokens of this function.
public final class Murmur3 {

  private static final int BLOCK = 16;
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Murmur3() {}

  /// The hash of a range of bytes.
  ///
  /// @throws IndexOutOfBoundsException if the range is not within the array
  public static long hash(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int tail = end - length % BLOCK;
    long h1 = 0;
    long h2 = 0;
    for (int i = offset; i < tail; i += BLOCK) {
      h1 ^= mix1((long) LONG.get(bytes, i));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= mix2((long) LONG.get(bytes, i + Long.BYTES));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    h2 ^= mix2(signExtended(bytes, Math.min(tail + Long.BYTES, end), end));
    h1 ^= mix1(signExtended(bytes, tail, Math.min(tail + Long.BYTES, end)));
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    return finish(h1) + finish(h2);
  }

  /// The bytes of a range as a little-endian number, in which each byte changes also the bits above
  /// it if it is negative.
  private static long signExtended(byte[] bytes, int from, int to) {
    long number = 0;
    for (int i = from; i < to; i++) {
      number ^= (long) bytes[i] << (Byte.SIZE * (i - from));
    }
    return number;
  }

  private static long mix1(long k) {
    return Long.rotateLeft(k * C1, 31) * C2;
  }

  private static long mix2(long k) {
    return Long.rotateLeft(k * C2, 33) * C1;
  }

  private static long finish(long hash) {
    long h = hash;
    h ^= h >>> 33;
    h *= 0xff51afd7ed558ccdL;
    h ^= h >>> 33;
    h *= 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }
}
