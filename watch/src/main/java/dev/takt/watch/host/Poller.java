package dev.takt.watch.host;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// A daemon thread that calls a function periodically. What it has written is visible to the caller
/// of [#stop] after that returns, because it joins the thread.
public final class Poller {

  private final long firstPeriodNanos;
  private final LongUnaryOperator poll;
  private final Thread thread;
  private volatile boolean stopping;
  private volatile @Nullable Throwable failure;

  private Poller(String name, long firstPeriodNanos, LongUnaryOperator poll) {
    this.firstPeriodNanos = firstPeriodNanos;
    this.poll = poll;
    thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  /// Starts a thread with a fixed period.
  ///
  /// @param poll receives [System#nanoTime] at the start of the call
  public static Poller start(String name, long periodNanos, LongConsumer poll) {
    return startPaced(
        name,
        periodNanos,
        now -> {
          poll.accept(now);
          return periodNanos;
        });
  }

  /// Starts a thread whose period may change.
  ///
  /// @param poll receives [System#nanoTime], and returns the nanoseconds until its next call
  static Poller startPaced(String name, long firstPeriodNanos, LongUnaryOperator poll) {
    Poller poller = new Poller(name, firstPeriodNanos, poll);
    poller.thread.start();
    return poller;
  }

  private void run() {
    long next = System.nanoTime() + firstPeriodNanos;
    while (!stopping) {
      sleep(next - System.nanoTime());
      long now = System.nanoTime();
      if (now - next < 0 || stopping) {
        continue;
      }
      long periodNanos;
      try {
        periodNanos = poll.applyAsLong(now);
      } catch (RuntimeException | Error e) {
        failure = e;
        return;
      }
      // Missed calls are skipped: the next one sees all that has accumulated.
      next = Math.max(next + periodNanos, now + periodNanos / 2);
    }
  }

  /// Sleeps, and does not park: a flight recording of this JVM would record each park with a stack.
  private static void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException _) {
      // Not expected. The loop checks the time and sleeps again.
    }
  }

  /// Stops the thread and waits for its end, a period at most. It is not interrupted, since that
  /// would close the files that it reads.
  ///
  /// @return the exception that has ended it before; null if there was none
  @Nullable
  public Throwable stop() {
    stopping = true;
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return failure;
  }
}
