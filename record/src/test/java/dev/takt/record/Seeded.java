package dev.takt.record;

import java.util.Random;

/// Repeats a test with random input. A failure names the seed of the failed run; `-Dtakt.seed=N`
/// repeats only that run.
public final class Seeded {

  private static final long FIRST_SEED = 20_251_120;

  /// A test with random input.
  public interface Body {
    void run(Random random) throws Exception;
  }

  private Seeded() {}

  /// Runs the body the given number of times.
  public static void repeat(int times, Body body) {
    Long only = Long.getLong("takt.seed");
    if (only != null) {
      once(only, body);
      return;
    }
    for (int i = 0; i < times; i++) {
      once(FIRST_SEED + i, body);
    }
  }

  private static void once(long seed, Body body) {
    try {
      // Multiplied, since the first numbers of neighbouring seeds are almost the same.
      body.run(new Random(seed * 0x9e3779b97f4a7c15L));
    } catch (Exception | AssertionError e) {
      throw new AssertionError("with -Dtakt.seed=" + seed + ": " + e, e);
    }
  }

  /// A value from 0 to below 2^bits with a uniformly distributed logarithm.
  public static long logUniform(Random random, int bits) {
    return random.nextLong() >>> (Long.SIZE - random.nextInt(bits + 1) - 1) >>> 1;
  }
}
