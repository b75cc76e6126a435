package dev.takt.probes.profilers.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Random;

/// Lets a workload burn CPU time, three quarters of it in the first method, and measures how much
/// by the clock of this thread's CPU time.
///
/// The methods take turns of random lengths, so that no period of a sampler agrees with them.
final class Burner {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final com.sun.management.OperatingSystemMXBean PROCESS =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final double SHARE_OF_A = 0.75;
  private static final long WARMUP_NANOS = 400_000_000;
  private static final long MIN_TURN = 1_000_000;
  private static final int TURN_RANGE = 12_000_000;

  private final Workload workload;
  private final Random random = new Random(7);
  private long a;
  private long b;
  private long others;
  private long calls;

  Burner(Workload workload) {
    this.workload = workload;
  }

  /// Lets the compilers do their work.
  void warmUp() {
    burn(WARMUP_NANOS);
  }

  void burn(long nanos) {
    long process = PROCESS.getProcessCpuTime();
    while (a + b < nanos) {
      boolean isA = a < SHARE_OF_A * (a + b + 1);
      long from = cpu();
      long until = from + MIN_TURN + random.nextInt(TURN_RANGE);
      long now = from;
      while (now < until) {
        if (isA) {
          workload.phaseA();
        } else {
          workload.phaseB();
        }
        calls++;
        now = cpu();
      }
      if (isA) {
        a += now - from;
      } else {
        b += now - from;
      }
    }
    others = PROCESS.getProcessCpuTime() - process - a - b;
  }

  private static long cpu() {
    return THREADS.getCurrentThreadCpuTime();
  }

  @Override
  public String toString() {
    return a + " " + b + " " + others + " " + calls;
  }
}
