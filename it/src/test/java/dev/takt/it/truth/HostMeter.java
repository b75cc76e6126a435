package dev.takt.it.truth;

import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/// Whether the host has other things to do. Two witnesses must say so: a thread that sleeps for a
/// millisecond again and again, and notes by how much it was late; and the processor time that went
/// to others than this process, for code of our own that hogs the processors is no excuse.
final class HostMeter implements AutoCloseable {

  private static final long SLEEP_NANOS = 1_000_000;
  private static final long BUSY_NANOS = 1_000_000;
  private static final double BUSY_SHARE = 0.1;
  private static final Path STAT = Path.of("/proc/stat");
  private static final long TICK_NANOS = 10_000_000;
  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int STEAL = 8;

  private final long[] late = new long[120_000];
  private final long begin = System.nanoTime();
  private final long othersBefore = othersNanos();
  private final Thread thread = Thread.ofPlatform().daemon().name("witness").start(this::sleep);
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

  /// Processor time of the machine that was not this process's or its children's; 0 where it is not
  /// known. What was stolen from a virtual machine went to others, too.
  private static long othersNanos() {
    try (var lines = Files.lines(STAT)) {
      String[] fields = lines.findFirst().orElse("cpu").split(" +", -1);
      long ticks = 0;
      for (int i = 1; i <= STEAL && i < fields.length; i++) {
        ticks += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(fields[i]);
      }
      ProcessHandle self = ProcessHandle.current();
      long own = nanos(self) + self.children().mapToLong(HostMeter::nanos).sum();
      return ticks * TICK_NANOS - own;
    } catch (IOException e) {
      return 0;
    }
  }

  private static long nanos(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  /// The 99th percentile of how late the thread was, in nanoseconds.
  private long sleepsLate() {
    long[] sorted = Arrays.copyOf(late, count);
    Arrays.sort(sorted);
    return sorted.length == 0 ? 0 : sorted[(int) (sorted.length * 0.99)];
  }

  private double othersShare() {
    double capacity =
        (double) (System.nanoTime() - begin) * Runtime.getRuntime().availableProcessors();
    return (othersNanos() - othersBefore) / capacity;
  }

  /// Whether others kept the host from running threads on time.
  boolean isBusy() {
    return sleepsLate() > BUSY_NANOS && othersShare() > BUSY_SHARE;
  }

  @Override
  public String toString() {
    return EnglishText.format(
        "%s host: a sleeping thread is late by %.2f ms (p99), others use %.0f %% of the processors",
        isBusy() ? "busy" : "quiet", sleepsLate() / 1e6, othersShare() * 100);
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
