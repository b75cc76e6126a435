package dev.takt.load.keyvalue;

/// The hash that spreads records over the keys: FNV-1a (Fowler, Noll, Vo) over the eight bytes of a
/// number, lowest byte first, with the sign removed.
final class Fnv {

  private static final long BASIS = 0xCBF29CE484222325L;
  private static final long PRIME = 1_099_511_628_211L;

  private Fnv() {}

  static long hash(long number) {
    long hash = BASIS;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ ((number >>> shift) & 0xff)) * PRIME;
    }
    return Math.abs(hash);
  }
}
