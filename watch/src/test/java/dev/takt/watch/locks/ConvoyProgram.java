package dev.takt.watch.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Stall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/// Thread A holds a lock for a while, and B, C and D queue for it in this order. Each of them
/// records when it requested the lock and when it got it.
final class ConvoyProgram {

  static final long HELD_MILLIS = 30;

  /// How long each waiter then holds the lock.
  static final long HELD_AFTER_MILLIS = 5;

  /// The begin and end of a wait, as the waiting thread recorded them.
  record Truth(long asked, long had) {

    /// The maximum difference of a recording's clock from this JVM's.
    private static final long CLOCK_NANOS = 1_000_000;

    long nanos() {
      return had - asked;
    }

    /// Asserts that stalls are this wait: within the time from request to acquisition, and covering
    /// the time that A slept with the lock. That holds regardless of scheduling delays.
    void assertIs(String name, List<Stall> waits) {
      assertThat(waits).as(name).isNotEmpty();
      for (Stall wait : waits) {
        assertThat(wait.beginNanoTime()).as(name).isGreaterThan(asked - CLOCK_NANOS);
        assertThat(wait.endNanoTime()).as(name).isLessThan(had + CLOCK_NANOS);
      }
      assertThat(waits.stream().mapToLong(Stall::nanos).sum())
          .as(name)
          .isGreaterThan(HELD_MILLIS * 1_000_000 - CLOCK_NANOS);
    }
  }

  /// A lock of any kind: runs something while it is held.
  interface Held {
    void run(Runnable inside);
  }

  private final Map<String, Truth> truths = new ConcurrentHashMap<>();
  private final Thread.Builder threads;
  private final String suffix;
  private final Held lock;

  private ConvoyProgram(Thread.Builder threads, String suffix, Held lock) {
    this.threads = threads;
    this.suffix = suffix;
    this.lock = lock;
  }

  /// The waits of B, C and D, by the names of the threads.
  ///
  /// @param suffix follows the letters in the names
  static Map<String, Truth> run(Thread.Builder threads, String suffix, Held lock)
      throws InterruptedException {
    ConvoyProgram program = new ConvoyProgram(threads, suffix, lock);
    program.run();
    return program.truths;
  }

  private void run() throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch queued = new CountDownLatch(1);
    List<Thread> all = new ArrayList<>();
    all.add(
        threads
            .name("A" + suffix)
            .start(() ->
                lock.run(() -> {
                  held.countDown();
                  await(queued);
                  sleep(HELD_MILLIS);
                })));
    held.await();
    for (String letter : List.of("B", "C", "D")) {
      String name = letter + suffix;
      Thread waiter = threads.name(name).start(() -> waitAndHold(name));
      all.add(waiter);
      while (!isWaiting(waiter)) {
        Thread.sleep(1);
      }
    }
    queued.countDown();
    for (Thread each : all) {
      each.join();
    }
  }

  private void waitAndHold(String name) {
    long asked = System.nanoTime();
    lock.run(() -> {
      truths.put(name, new Truth(asked, System.nanoTime()));
      sleep(HELD_AFTER_MILLIS);
    });
  }

  private static boolean isWaiting(Thread thread) {
    return switch (thread.getState()) {
      case BLOCKED, WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
