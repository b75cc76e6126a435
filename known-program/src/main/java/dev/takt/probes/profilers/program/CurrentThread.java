package dev.takt.probes.profilers.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/// The clock of a thread's CPU time.
final class CurrentThread {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CurrentThread() {}

  static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
