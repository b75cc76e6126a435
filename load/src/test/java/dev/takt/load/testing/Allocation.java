package dev.takt.load.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;

/// Counts what the current thread allocates. By reflection, because the module that knows it is
/// none that the product reads.
public final class Allocation {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Method BYTES = method();
  private static final int ROUNDS = 10;

  private Allocation() {}

  private static Method method() {
    try {
      return Class.forName("com.sun.management.ThreadMXBean")
          .getMethod("getCurrentThreadAllocatedBytes");
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The bytes that a task allocates when it is warm: the least of several times.
  public static long of(Runnable task) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      long before = bytes();
      task.run();
      least = Math.min(least, bytes() - before);
    }
    return least;
  }

  private static long bytes() {
    try {
      return (long) BYTES.invoke(THREADS);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
