package dev.takt.testing;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Counts what the current thread allocates. Here, because the product does not read the module
/// that knows it.
public final class Allocation {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 10;

  /// How long a task may take to become warm, where the compilers get little of the processors.
  private static final long WARM_UP_NANOS = 30_000_000_000L;

  private Allocation() {}

  /// The bytes that a task allocates when it is warm: the least of ten times.
  public static long of(Runnable task) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      least = Math.min(least, once(task));
    }
    return least;
  }

  /// The bytes that a task allocates when it is warm: the first measurement that is less than
  /// `limit`, or else the least of all within half a minute. Only compiled code keeps temporary
  /// objects out of the heap, and on a busy machine it is compiled late.
  public static long of(long limit, Runnable task) {
    long least = Long.MAX_VALUE;
    long begin = System.nanoTime();
    while (least >= limit && System.nanoTime() - begin < WARM_UP_NANOS) {
      least = Math.min(least, once(task));
    }
    return least;
  }

  private static long once(Runnable task) {
    long before = bytes();
    task.run();
    return bytes() - before;
  }

  /// The bytes that the thread has allocated so far.
  public static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
