package dev.takt.load.workload;

/// Random numbers without a state: a value is a hash of the seed, the number of the operation, and
/// what it is for. So any thread can compute any operation's values, and a run can be repeated
/// exactly.
///
/// The hash is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, 2014), applied once to each ingredient.
///
/// Purposes keep the uses of one operation's randomness apart. Takt itself uses those up to 0 and
/// [Template] those from 2^30 on; drivers are free to use the ones between.
public final class Randomness {

  /// The purpose of choosing the operation.
  public static final int OPERATION = 0;

  /// The purpose of the gaps between the arrivals of a schedule.
  public static final int ARRIVAL = -1;

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private Randomness() {}

  /// 64 random bits.
  public static long bits(long seed, long n, int purpose) {
    return mix(mix(mix(seed + GOLDEN_GAMMA) + n * GOLDEN_GAMMA) + purpose * GOLDEN_GAMMA);
  }

  /// The `i`-th 64 bits of a stream that begins with random bits: cheaper than [#bits(long, long,
  /// int)] where much is needed for one purpose.
  public static long bits(long randomBits, long i) {
    return mix(randomBits + (i + 1) * GOLDEN_GAMMA);
  }

  /// Random bits as a number from 0 (inclusive) to 1 (exclusive).
  public static double unit(long randomBits) {
    return (randomBits >>> 11) * 0x1.0p-53;
  }

  /// A number from 0 (inclusive) to 1 (exclusive).
  public static double unit(long seed, long n, int purpose) {
    return unit(bits(seed, n, purpose));
  }

  /// A whole number from `low` to `high`, both inclusive; any two longs, `low` not more than
  /// `high`.
  ///
  /// The high half of a product of 128 bits (Lemire: Fast Random Integer Generation in an Interval,
  /// 2019), without his rejection: probabilities differ by at most the size of the range divided by
  /// 2^64.
  public static long uniform(long seed, long n, int purpose, long low, long high) {
    long size = high - low + 1;
    long bits = bits(seed, n, purpose);
    return low + (size == 0 ? bits : Math.unsignedMultiplyHigh(bits, size));
  }

  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
