package dev.takt.fleet.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/// Work in threads that do not keep the JVM alive, waited for with a limit.
final class Background {

  private Background() {}

  /// Does something with each, all at the same time, and waits at most so long for it.
  static <T> void all(Collection<T> items, Consumer<T> work, long millis) {
    List<Thread> threads = new ArrayList<>();
    for (T each : items) {
      threads.add(Thread.ofVirtual().start(() -> work.accept(each)));
    }
    long deadline = System.nanoTime() + Duration.ofMillis(millis).toNanos();
    try {
      for (Thread each : threads) {
        long left = deadline - System.nanoTime();
        if (left > 0) {
          each.join(Duration.ofNanos(left));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
