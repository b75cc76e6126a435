package dev.takt.probes.command;

import dev.takt.counters.Counters;
import dev.takt.counters.Reading;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.util.function.BooleanSupplier;

/// Counts what a running process does for some time, or until it ends.
final class CountedProcess {

  /// How soon a signal ends the wait.
  private static final int MAX_POLL_MILLIS = 100;

  private static final int NANOS_PER_MILLI = 1_000_000;

  private final long pid;
  private final Counters counters;
  private boolean hasEnded;

  /// @param counters of the process
  CountedProcess(long pid, Counters counters) {
    this.pid = pid;
    this.counters = counters;
  }

  /// Counts.
  ///
  /// @param maxNanos for how long at most
  /// @param isStopped ends it early
  CounterResult count(long maxNanos, BooleanSupplier isStopped) {
    NativeMemory memory = new NativeMemory(Long.BYTES);
    // A process that ends before this line has none, and has ended all the same.
    int descriptor = Libc.pidfdOpen(memory, Math.toIntExact(pid));
    try {
      counters.start();
      long begin = System.nanoTime();
      await(memory, descriptor, begin + maxNanos, isStopped);
      Reading reading = counters.stop();
      return CounterResult.of("process " + pid, counters, reading, System.nanoTime() - begin);
    } finally {
      if (descriptor >= 0) {
        Libc.close(memory, descriptor);
      }
    }
  }

  private void await(NativeMemory memory, int descriptor, long until, BooleanSupplier isStopped) {
    hasEnded = descriptor == -Errno.ESRCH;
    long left = until - System.nanoTime();
    while (left > 0 && !hasEnded && !isStopped.getAsBoolean()) {
      long millis = Math.min(MAX_POLL_MILLIS, left / NANOS_PER_MILLI + 1);
      hasEnded = Libc.poll(memory, descriptor, Libc.EPOLLIN, (int) millis) > 0;
      left = until - System.nanoTime();
    }
  }

  /// Whether it ended before the time was over.
  boolean hasEnded() {
    return hasEnded;
  }
}
