package dev.takt.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Counts what the current thread allocates. Here, because the product does not read the module
/// that knows it.
public final class Allocation {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 10;

  /// Where the compilers get little of the processors, a task is warm later.
  private static final long WARM_UP_NANOS = 1_000_000_000;

  private Allocation() {}

  /// The bytes that a task allocates when it is warm: the least of several times.
  public static long of(Runnable task) {
    long least = Long.MAX_VALUE;
    long begin = System.nanoTime();
    for (int i = 0; i < ROUNDS || (least > 0 && System.nanoTime() - begin < WARM_UP_NANOS); i++) {
      long before = bytes();
      task.run();
      least = Math.min(least, bytes() - before);
    }
    return least;
  }

  /// The bytes that the thread has allocated so far.
  public static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
