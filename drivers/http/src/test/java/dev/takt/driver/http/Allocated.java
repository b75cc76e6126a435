package dev.takt.driver.http;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;

/// What this thread has allocated.
final class Allocated {

  private Allocated() {}

  /// In bytes. By reflection: the module of that class is not read by this one.
  static long bytes() throws ReflectiveOperationException {
    Method bytes =
        Class.forName("com.sun.management.ThreadMXBean")
            .getMethod("getCurrentThreadAllocatedBytes");
    return (long) bytes.invoke(ManagementFactory.getThreadMXBean());
  }
}
