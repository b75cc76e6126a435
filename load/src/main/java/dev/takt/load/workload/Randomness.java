package dev.takt.load.workload;

/// Random numbers without a state: a value is a hash of the seed, the number of the operation, and
/// what it is for. So any thread can compute any operation's values, and a run can be repeated
/// exactly.
///
/// The hash is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, 2014), applied once to each ingredient.
public final class Randomness {

  /// For the choice of the operation. Drivers use purposes from 1 on.
  public static final int OPERATION = 0;

  /// For the gaps between the arrivals of a schedule.
  public static final int ARRIVAL = -1;

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private Randomness() {}

  /// 64 random bits.
  public static long bits(long seed, long n, int purpose) {
    return mix(mix(mix(seed) + n * GOLDEN_GAMMA) + purpose * GOLDEN_GAMMA);
  }

  /// A number from 0 (inclusive) to 1 (exclusive).
  public static double unit(long seed, long n, int purpose) {
    return (bits(seed, n, purpose) >>> 11) * 0x1.0p-53;
  }

  /// A whole number from `low` to `high`, both inclusive.
  public static long uniform(long seed, long n, int purpose, long low, long high) {
    return low + (long) (unit(seed, n, purpose) * (high - low + 1));
  }

  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
