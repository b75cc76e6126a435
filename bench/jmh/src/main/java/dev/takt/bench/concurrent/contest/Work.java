package dev.takt.bench.concurrent.contest;

/// Work for a core and nothing else: steps of which each needs the one before it.
public final class Work {

  private static final long CALIBRATION_STEPS = 200_000;

  private Work() {}

  /// What a number of steps makes of a seed.
  public static long of(long seed, int steps) {
    long state = seed;
    for (int i = 0; i < steps; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
    }
    return state;
  }

  /// How many steps take so long, on a core that is not disturbed.
  public static int steps(long nanos) {
    long fastest = Long.MAX_VALUE;
    long sink = 0;
    for (int i = 0; i < 300; i++) {
      long start = System.nanoTime();
      sink += of(i, (int) CALIBRATION_STEPS);
      fastest = Math.min(fastest, System.nanoTime() - start);
    }
    if (sink == 42) {
      System.err.println(); // never, but the compiler cannot know
    }
    return (int) Math.max(1, nanos * CALIBRATION_STEPS / fastest);
  }
}
