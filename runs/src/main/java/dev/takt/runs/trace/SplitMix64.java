package dev.takt.runs.trace;

/// The finaliser of SplitMix64, as a hash of 64 bits (Steele, Lea, Flood: Fast Splittable
/// Pseudorandom Number Generators, 2014). Each step can be undone, so different inputs have
/// different results.
public final class SplitMix64 {

  /// The odd integer closest to 2^64 divided by the golden ratio: the distance of inputs.
  public static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private SplitMix64() {}

  public static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
