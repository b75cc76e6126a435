package dev.takt.bench.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// Threads that start children for those who need none to look after them: as many as there are
/// processors, since a start takes a processor's time and those with a thread for each child have
/// plenty of starters.
final class Starters {

  private Starters() {}

  /// Starts one child.
  interface Start {
    void run() throws IOException, InterruptedException;
  }

  /// Calls `start` `total` times.
  static void share(int total, Start start) throws InterruptedException {
    AtomicInteger left = new AtomicInteger(total);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  while (left.getAndDecrement() > 0) {
                    start.run();
                  }
                } catch (IOException | InterruptedException | RuntimeException e) {
                  failure.set(e);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure.get() != null) {
      throw new IllegalStateException(failure.get());
    }
  }
}
