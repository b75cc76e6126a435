package dev.takt.watch.truth;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Detects pauses of the process by a thread that only reads the clock and records when it could
/// not run. It is the ground truth for anything that stops the whole process, independent of what
/// the JVM or the kernel report.
///
/// One thread controls it: [#begin], [#end] and [#during] are not thread-safe. Its lists are handed
/// over by the volatile [#running].
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

  /// Starts one that sleeps between reads of the clock, since a spinning one would itself be a
  /// fault where other threads need the processor. It detects longer gaps only, and their edges are
  /// off by up to a sleep.
  static Witness startNapping() {
    return start(NAP_NANOS, SHORTEST_AMONG_NAPS_NANOS);
  }

  private static Witness start(long napNanos, long shortestNanos) {
    Witness witness = new Witness(napNanos, shortestNanos);
    witness.thread.start();
    return witness;
  }

  /// Runs an action while the witness records.
  ///
  /// @return the gaps during the action, in the order of time
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

  /// Stops recording.
  ///
  /// @return the gaps since [#begin]
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

  /// Whether a garbage collection ended at the end of a gap of the last recording.
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
    // From here on no gap is missed.
    running = true;
    boolean more = true;
    while (more) {
      // Read before the clock, since the recording may end during a gap, which then still counts.
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

  /// Marks the newest gap as a garbage collection if the count of collections has grown. The count
  /// grows shortly after the threads run again.
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

  /// An action that may fail.
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }
}
