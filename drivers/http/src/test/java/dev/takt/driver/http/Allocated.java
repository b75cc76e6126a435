package dev.takt.driver.http;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;

/// Allocation of the current thread.
final class Allocated {

  private Allocated() {}

  /// In bytes. Uses reflection, because this module does not read the class's module.
  static long bytes() throws ReflectiveOperationException {
    Method bytes =
        Class.forName("com.sun.management.ThreadMXBean")
            .getMethod("getCurrentThreadAllocatedBytes");
    return (long) bytes.invoke(ManagementFactory.getThreadMXBean());
  }
}
