package dev.takt.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.opentest4j.TestAbortedException;

/// Measures whether other processes keep the host busy. Two figures must say so: how late a thread
/// is that sleeps for a millisecond again and again, and the processor time of other processes. The
/// second is there because a test that uses all processors itself has no excuse.
public final class HostMeter implements AutoCloseable {

  private static final long SLEEP_NANOS = 1_000_000;
  private static final long BUSY_NANOS = 1_000_000;
  private static final long MIN_NANOS = 500_000_000;
  private static final double BUSY_SHARE = 0.1;
  private static final Path HOST_STAT = Path.of("/proc/stat");
  private static final Path OWN_STAT = Path.of("/proc/self/stat");
  private static final long TICK_NANOS = 10_000_000;
  private static final int IDLE = 4;
  private static final int IO_WAIT = 5;
  private static final int STEAL = 8;
  private static final int USER_TIME = 11; // fields after the name of the process
  private static final int CHILDREN_SYSTEM_TIME = 14;

  private final long[] late = new long[120_000];
  private final long begin = System.nanoTime();
  private final long othersBefore = othersNanos();
  private final Thread thread = new Thread(this::sleep, "host-meter");
  private volatile int count;

  /// Starts to measure.
  public HostMeter() {
    thread.setDaemon(true);
    thread.start();
  }

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

  /// Processor time of the machine that was not used by this process or its children; 0 where it is
  /// unknown. What was stolen from a virtual machine was used by others, too.
  private static long othersNanos() {
    try {
      String[] host = Files.readString(HOST_STAT).lines().findFirst().orElse("cpu").split(" +", -1);
      long ticks = 0;
      for (int i = 1; i <= STEAL && i < host.length; i++) {
        ticks += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(host[i]);
      }
      String stat = Files.readString(OWN_STAT);
      String[] own = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      for (int i = USER_TIME; i <= CHILDREN_SYSTEM_TIME; i++) {
        ticks -= Long.parseLong(own[i]);
      }
      return ticks * TICK_NANOS
          - ProcessHandle.current().descendants().mapToLong(HostMeter::nanos).sum();
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

  /// Whether other processes kept the host from running threads on time. False for measurements of
  /// under half a second, because the kernel counts CPU time in steps of 10 ms.
  public boolean isBusy() {
    return System.nanoTime() - begin >= MIN_NANOS
        && sleepsLate() > BUSY_NANOS
        && othersShare() > BUSY_SHARE;
  }

  /// Whether the host once did not run a thread for longer than this, from whatever cause.
  public boolean hadHiccup(long nanos) {
    return Arrays.stream(late, 0, count).anyMatch(each -> each > nanos);
  }

  /// Skips the test if the host is busy.
  ///
  /// @param failure how the test failed
  /// @throws TestAbortedException with the figures, if the host is busy
  public void skipIfBusy(Throwable failure) {
    if (isBusy()) {
      throw new TestAbortedException("undecided, " + this + ": " + failure.getMessage(), failure);
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s host: a sleeping thread is late by %.2f ms (p99), others use %.0f %% of the processors",
        isBusy() ? "busy" : "quiet",
        sleepsLate() / 1e6,
        othersShare() * 100);
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
