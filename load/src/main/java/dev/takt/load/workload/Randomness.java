package dev.takt.load.workload;

import static dev.takt.runs.trace.SplitMix64.GOLDEN_GAMMA;
import static dev.takt.runs.trace.SplitMix64.mix;

/// Stateless random numbers: a value is a hash of the seed, the operation's number and a purpose.
/// Any thread can therefore compute the values of any operation, and a run can be repeated exactly.
///
/// The hash is the finaliser of [SplitMix64][dev.takt.runs.trace.SplitMix64], applied once to each
/// input.
///
/// Purposes keep the random values of one operation independent. Takt itself uses purposes up to 0,
/// and [Template] uses those from 2^30 on; drivers can use the ones in between.
public final class Randomness {

  /// Purpose: the choice of the operation.
  public static final int OPERATION = 0;

  /// Purpose: the gaps between a schedule's arrivals.
  public static final int ARRIVAL = -1;

  /// Purpose: how long a user thinks, and what it does.
  public static final int JOURNEY = -2;

  /// Purpose: which row of a file a user has.
  public static final int ROW = -3;

  /// Purpose: the time within the second that a log says.
  public static final int REPLAY = -4;

  private Randomness() {}

  /// 64 random bits.
  public static long bits(long seed, long n, int purpose) {
    return mix(mix(mix(seed + GOLDEN_GAMMA) + n * GOLDEN_GAMMA) + purpose * GOLDEN_GAMMA);
  }

  /// The `i`-th 64 bits of a stream that is derived from random bits. Cheaper than [#bits(long,
  /// long, int)] if one purpose needs many values.
  public static long bits(long randomBits, long i) {
    return mix(randomBits + (i + 1) * GOLDEN_GAMMA);
  }

  /// Converts random bits to a number from 0 (inclusive) to 1 (exclusive).
  public static double unit(long randomBits) {
    return (randomBits >>> 11) * 0x1.0p-53;
  }

  /// A number from 0 (inclusive) to 1 (exclusive).
  public static double unit(long seed, long n, int purpose) {
    return unit(bits(seed, n, purpose));
  }

  /// A whole number from `low` to `high`, both inclusive; any two longs with `low <= high`.
  ///
  /// Uses the high half of a 128-bit product (Lemire: Fast Random Integer Generation in an
  /// Interval, 2019), without his rejection step: probabilities differ by at most the size of the
  /// range divided by 2^64.
  public static long uniform(long seed, long n, int purpose, long low, long high) {
    long size = high - low + 1;
    long bits = bits(seed, n, purpose);
    return low + (size == 0 ? bits : Math.unsignedMultiplyHigh(bits, size));
  }
}
