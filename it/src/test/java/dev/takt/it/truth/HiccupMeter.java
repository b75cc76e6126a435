package dev.takt.it.truth;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/// A thread that sleeps for a millisecond again and again, and notes by how much it was late: what
/// the host does to a thread that asks for next to nothing.
final class HiccupMeter implements AutoCloseable {

  private static final long SLEEP_NANOS = 1_000_000;
  private static final long BUSY_NANOS = 1_000_000;

  private final long[] late = new long[120_000];
  private final Thread thread = Thread.ofPlatform().daemon().name("hiccups").start(this::sleep);
  private volatile int count;

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  private void sleep() {
    long before = System.nanoTime();
    while (!Thread.currentThread().isInterrupted() && count < late.length) {
      LockSupport.parkNanos(SLEEP_NANOS);
      long now = System.nanoTime();
      late[count] = now - before - SLEEP_NANOS;
      count++;
      before = now;
    }
  }

  /// The 99th percentile of how late the thread was, in nanoseconds.
  private long p99() {
    long[] sorted = Arrays.copyOf(late, count);
    Arrays.sort(sorted);
    return sorted.length == 0 ? 0 : sorted[(int) (sorted.length * 0.99)];
  }

  /// Whether the host kept the thread from running on time.
  boolean isBusy() {
    return p99() > BUSY_NANOS;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "sleeps late by %.2f ms (p99)", p99() / 1e6);
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
