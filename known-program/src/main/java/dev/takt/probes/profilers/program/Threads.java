package dev.takt.probes.profilers.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Workloads whose point is in which thread CPU time is spent, or that it is not.
final class Threads {

  private static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();
  private static final int LOOPS = 20;

  /// So many that to mount and to park takes no time beside them.
  private static final int LOOPS_OF_VIRTUAL = 200;

  private Threads() {}

  private static void join(Thread thread) {
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// A thread for each call, which ends long before a sampler's period of its CPU time is over.
  static final class Brief implements Workload {
    private final Loops.Inlined loop = new Loops.Inlined();
    private final AtomicLong ended = new AtomicLong();

    void phaseAOfThread() {
      for (int i = 0; i < LOOPS; i++) {
        loop.phaseA();
      }
      ended.addAndGet(CurrentThread.cpuNanos());
    }

    void phaseBOfThread() {
      for (int i = 0; i < LOOPS; i++) {
        loop.phaseB();
      }
      ended.addAndGet(CurrentThread.cpuNanos());
    }

    @Override
    public void phaseA() {
      join(KnownProgram.burner(this::phaseAOfThread));
    }

    @Override
    public void phaseB() {
      join(KnownProgram.burner(this::phaseBOfThread));
    }

    @Override
    public long cpuNanos() {
      return ended.get() + Workload.super.cpuNanos();
    }
  }

  /// A virtual thread for each call.
  static final class Virtual implements Workload {
    private final Loops.Inlined loop = new Loops.Inlined();

    void phaseAOfThread() {
      for (int i = 0; i < LOOPS_OF_VIRTUAL; i++) {
        loop.phaseA();
      }
    }

    void phaseBOfThread() {
      for (int i = 0; i < LOOPS_OF_VIRTUAL; i++) {
        loop.phaseB();
      }
    }

    @Override
    public void phaseA() {
      join(KnownProgram.virtualBurner(this::phaseAOfThread));
    }

    @Override
    public void phaseB() {
      join(KnownProgram.virtualBurner(this::phaseBOfThread));
    }

    /// Of the threads that carry virtual ones: a virtual thread has no clock.
    @Override
    public long cpuNanos() {
      long nanos = Workload.super.cpuNanos();
      for (ThreadInfo each : BEAN.getThreadInfo(BEAN.getAllThreadIds())) {
        if (each != null && each.getThreadName().startsWith(KnownProgram.CARRIER)) {
          nanos += Math.max(0, BEAN.getThreadCpuTime(each.getThreadId()));
        }
      }
      return nanos;
    }
  }

  /// Waits, half of the calls asleep and half parked: next to no CPU time.
  static final class Waiting implements Workload {
    private static final long MILLIS = 2;

    @Override
    public void phaseA() {
      try {
        Thread.sleep(MILLIS);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void phaseB() {
      LockSupport.parkNanos(MILLIS * 1_000_000);
    }

    @Override
    public boolean isWaiting() {
      return true;
    }
  }
}
