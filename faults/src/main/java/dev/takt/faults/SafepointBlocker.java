package dev.takt.faults;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// Delays a safepoint by a thread in a counted loop without safepoint polls
/// (`-XX:-UseCountedLoopSafepoints`). Not thread-safe.
final class SafepointBlocker {

  static final String FLAG = "-XX:-UseCountedLoopSafepoints";

  private static final String NAME = "laggard";
  private static final int WARM_UPS = 400;
  private static final int WARM_UP_STEPS = 200_000;
  private static final long HEAD_START_MILLIS = 2;

  private volatile long sink;
  private double nanosPerStep = 1;

  /// Runs the loop until it is compiled, and measures its speed.
  void warmUp() {
    for (int i = 0; i < WARM_UPS; i++) {
      long begin = System.nanoTime();
      sink = loop(WARM_UP_STEPS, sink);
      nanosPerStep = (double) (System.nanoTime() - begin) / WARM_UP_STEPS;
    }
  }

  private static long loop(int steps, long seed) {
    long x = seed;
    for (int i = 0; i < steps; i++) {
      x = (x ^ i) * 0x9E3779B97F4A7C15L;
    }
    return x;
  }

  /// Requests a safepoint while the thread is in its loop. All other threads wait from then until
  /// the end of the loop.
  List<Fault> block(int millis) throws InterruptedException {
    int steps = (int) Math.min(Integer.MAX_VALUE, millis * 1e6 / nanosPerStep);
    CountDownLatch started = new CountDownLatch(1);
    long[] end = new long[1];
    Thread laggard =
        Thread.ofPlatform()
            .name(NAME)
            .start(() -> {
              started.countDown();
              sink = loop(steps, sink);
              end[0] = System.nanoTime();
            });
    started.await();
    Thread.sleep(HEAD_START_MILLIS);
    long begin = System.nanoTime();
    Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
    laggard.join();
    sink = stacks.size();
    return end[0] > begin
        ? List.of(new Fault(FaultKind.LAGGARD, begin, end[0], null, NAME))
        : List.of();
  }
}
