package dev.takt.watch.host;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// A thread that looks at something again and again. What it does is seen by whoever has called
/// [#stop].
final class Poller {

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

  /// @param poll is given the time, [System#nanoTime], at which it begins
  static Poller start(String name, long periodNanos, LongConsumer poll) {
    return startPaced(
        name,
        periodNanos,
        now -> {
          poll.accept(now);
          return periodNanos;
        });
  }

  /// @param poll tells in how many nanoseconds it wants to look again
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
      // What was missed is not made up for: the next look sees it all.
      next = Math.max(next + periodNanos, now + periodNanos / 2);
    }
  }

  /// Not by parking: a flight recording of this JVM would take each park, with its stack.
  private static void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException _) {
      // Nobody does that; if somebody does, it looks a little earlier.
    }
  }

  /// Ends the thread, which takes a period at most. It is not interrupted, since that would close
  /// files that it reads.
  ///
  /// @return what has ended it before; null if nothing has
  @Nullable Throwable stop() {
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
