package dev.takt.watch.truth;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// A thread that does nothing but read the clock, and notes when it could not: the truth about
/// whatever stops a whole process, independent of what the JVM or the kernel tell.
final class Witness {

  private static final long SHORTEST_NANOS = 500_000;
  private static final long COLLECTED_NANOS = 3_000_000;

  /// @param begin when it last ran before it
  /// @param end when it ran again
  /// @param collected whether a garbage collection came to its end about then
  record Gap(long begin, long end, boolean collected) {
    long nanos() {
      return end - begin;
    }
  }

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final List<Gap> gaps = new ArrayList<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("witness").unstarted(this::watch);
  private volatile boolean watching;
  private volatile boolean running;

  static Witness start() {
    Witness witness = new Witness();
    witness.thread.start();
    return witness;
  }

  /// Runs something while the witness watches.
  ///
  /// @return the gaps meanwhile, in the order of time
  List<Gap> during(Action action) throws Exception {
    begin();
    try {
      action.run();
    } finally {
      end();
    }
    return gaps();
  }

  void begin() {
    watching = true;
    LockSupport.unpark(thread);
    while (!running) {
      Thread.onSpinWait();
    }
  }

  /// @return the gaps since the begin
  List<Gap> end() {
    watching = false;
    while (running) {
      Thread.onSpinWait();
    }
    return gaps();
  }

  private List<Gap> gaps() {
    return List.copyOf(gaps);
  }

  private void watch() {
    while (true) {
      while (!watching) {
        LockSupport.park(this);
      }
      gaps.clear();
      running = true;
      look();
      running = false;
    }
  }

  private void look() {
    long collections = collections();
    long last = System.nanoTime();
    boolean more = true;
    while (more) {
      // Asked before the clock is: what stopped the witness may have ended with the watch.
      more = watching;
      long now = System.nanoTime();
      if (now - last >= SHORTEST_NANOS) {
        // The count rises after the threads run again, but at once.
        long counted = now - last >= COLLECTED_NANOS ? settledCollections() : collections();
        gaps.add(new Gap(last, now, counted > collections));
        collections = counted;
        now = System.nanoTime();
      }
      last = now;
    }
  }

  private long settledCollections() {
    LockSupport.parkNanos(1_000_000);
    return collections();
  }

  private long collections() {
    long sum = 0;
    for (GarbageCollectorMXBean each : collectors) {
      sum += each.getCollectionCount();
    }
    return sum;
  }

  /// What may fail.
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }
}
