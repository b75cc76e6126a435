package dev.takt.it.truth;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.locks.LockSupport;

/// Stops a process and lets it go on, at given moments, by signals that it cannot refuse.
final class Freezer {

  private static final int SIGCONT = 18;
  private static final int SIGSTOP = 19;
  private static final long COARSE_NANOS = 2_000_000;

  private final MethodHandle kill;
  private final int pid;

  Freezer(Process process) {
    this(process.pid());
  }

  @SuppressWarnings("restricted") // native access is enabled for all tests
  Freezer(long process) {
    pid = Math.toIntExact(process);
    Linker linker = Linker.nativeLinker();
    kill =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("kill"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  }

  /// Freezes the process from one moment of the monotonic clock to another.
  void freeze(long fromNanoTime, long toNanoTime) {
    waitUntil(fromNanoTime);
    signal(SIGSTOP);
    try {
      waitUntil(toNanoTime);
    } finally {
      signal(SIGCONT);
    }
  }

  private void signal(int signal) {
    try {
      int result = (int) kill.invokeExact(pid, signal);
      if (result != 0) {
        throw new IllegalStateException("process " + pid + " is gone");
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void waitUntil(long moment) {
    for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
      if (left > COARSE_NANOS) {
        LockSupport.parkNanos(left - COARSE_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
