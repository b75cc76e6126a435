package dev.takt.watch.truth;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A thread that does nothing but read the clock, and notes when it could not: the truth about
/// whatever stops a whole process, independent of what the JVM or the kernel tell.
final class Witness {

  private static final long SHORTEST_NANOS = 500_000;
  private static final long NAP_NANOS = 500_000;
  private static final long SHORTEST_AMONG_NAPS_NANOS = 5_000_000;
  private static final long COUNTED_NANOS = 1_000_000;

  /// The name of its thread.
  static final String NAME = "witness";

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final List<Gap> gaps = new ArrayList<>();
  private final Set<Gap> collected = new HashSet<>();
  private final long napNanos;
  private final long shortestNanos;
  private final Thread thread = Thread.ofPlatform().daemon().name(NAME).unstarted(this::watch);
  private @Nullable Gap newest;
  private long collections;
  private volatile boolean watching;
  private volatile boolean running;

  private Witness(long napNanos, long shortestNanos) {
    this.napNanos = napNanos;
    this.shortestNanos = shortestNanos;
  }

  static Witness start() {
    return start(0, SHORTEST_NANOS);
  }

  /// One that sleeps between looks at the clock, because it would be a fault itself where others
  /// need the processor for long. It sees fewer gaps, and their edges are off by a nap.
  static Witness startNapping() {
    return start(NAP_NANOS, SHORTEST_AMONG_NAPS_NANOS);
  }

  private static Witness start(long napNanos, long shortestNanos) {
    Witness witness = new Witness(napNanos, shortestNanos);
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

  /// Whether a garbage collection came to its end at the end of a gap of the last watch.
  boolean wasCollection(Gap gap) {
    return collected.contains(gap);
  }

  private void watch() {
    QueueCount queue = QueueCount.ofThisThread();
    while (true) {
      while (!watching) {
        LockSupport.park(this);
      }
      gaps.clear();
      collected.clear();
      look(queue);
      running = false;
    }
  }

  private void look(QueueCount queue) {
    collections = collections();
    newest = null;
    long last = System.nanoTime();
    queue.begin(last);
    // From here on nothing that stops it is missed.
    running = true;
    boolean more = true;
    while (more) {
      // Asked before the clock is: what stopped the witness may have ended with the watch.
      more = watching;
      long now = System.nanoTime();
      if (now - last >= shortestNanos) {
        blameCollector();
        newest = new Gap(last, now, Math.min(queue.take(now), now - last));
        gaps.add(newest);
      } else {
        queue.pass(now);
        if (newest != null && now - newest.end() >= COUNTED_NANOS) {
          blameCollector();
        }
      }
      last = now;
      if (napNanos > 0) {
        LockSupport.parkNanos(napNanos);
      }
    }
    blameCollector();
  }

  /// The count of collections rises after the threads run again, but soon: the newest gap was one
  /// if it has risen by now.
  private void blameCollector() {
    if (newest != null) {
      long counted = collections();
      if (counted > collections) {
        collected.add(newest);
      }
      collections = counted;
      newest = null;
    }
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
