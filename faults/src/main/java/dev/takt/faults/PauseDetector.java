package dev.takt.faults;

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
final class PauseDetector {

  private static final long MIN_NANOS = 500_000;
  private static final long SLEEP_NANOS = 500_000;
  private static final long MIN_AMONG_SLEEPS_NANOS = 5_000_000;
  private static final long COLLECTION_COUNT_DELAY_NANOS = 1_000_000;

  /// The name of its thread.
  static final String THREAD_NAME = "witness";

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final List<Pause> pauses = new ArrayList<>();
  private final Set<Pause> collectionPauses = new HashSet<>();
  private final long sleepNanos;
  private final long shortestNanos;
  private final Thread thread =
      Thread.ofPlatform().daemon().name(THREAD_NAME).unstarted(this::detectForever);
  private @Nullable Pause newestPause;
  private long collections;
  private volatile boolean watching;
  private volatile boolean running;

  private PauseDetector(long sleepNanos, long shortestNanos) {
    this.sleepNanos = sleepNanos;
    this.shortestNanos = shortestNanos;
  }

  static PauseDetector start() {
    return start(0, MIN_NANOS);
  }

  /// Starts one that sleeps between reads of the clock, since a spinning one would itself be a
  /// fault where other threads need the processor. It detects longer gaps only, and their edges are
  /// off by up to a sleep.
  static PauseDetector startSleeping() {
    return start(SLEEP_NANOS, MIN_AMONG_SLEEPS_NANOS);
  }

  private static PauseDetector start(long napNanos, long shortestNanos) {
    PauseDetector witness = new PauseDetector(napNanos, shortestNanos);
    witness.thread.start();
    return witness;
  }

  /// Runs an action while the witness records.
  ///
  /// @return the gaps during the action, in the order of time
  List<Pause> during(Action action) throws Exception {
    begin();
    try {
      action.run();
    } finally {
      end();
    }
    return pauses();
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
  List<Pause> end() {
    watching = false;
    while (running) {
      Thread.onSpinWait();
    }
    return pauses();
  }

  private List<Pause> pauses() {
    return List.copyOf(pauses);
  }

  /// Whether a garbage collection ended at the end of a gap of the last recording.
  boolean isCollection(Pause gap) {
    return collectionPauses.contains(gap);
  }

  private void detectForever() {
    RunQueueWaitCounter queue = RunQueueWaitCounter.ofThisThread();
    while (true) {
      while (!watching) {
        LockSupport.park(this);
      }
      pauses.clear();
      collectionPauses.clear();
      detect(queue);
      running = false;
    }
  }

  private void detect(RunQueueWaitCounter queue) {
    collections = collections();
    newestPause = null;
    long last = System.nanoTime();
    queue.reset(last);
    // From here on no gap is missed.
    running = true;
    boolean more = true;
    while (more) {
      // Read before the clock, since the recording may end during a gap, which then still counts.
      more = watching;
      long now = System.nanoTime();
      if (now - last >= shortestNanos) {
        markCollection();
        newestPause = new Pause(last, now, Math.min(queue.take(now), now - last));
        pauses.add(newestPause);
      } else {
        queue.advance(now);
        if (newestPause != null && now - newestPause.end() >= COLLECTION_COUNT_DELAY_NANOS) {
          markCollection();
        }
      }
      last = now;
      if (sleepNanos > 0) {
        LockSupport.parkNanos(sleepNanos);
      }
    }
    markCollection();
  }

  /// Marks the newest gap as a garbage collection if the count of collections has grown. The count
  /// grows shortly after the threads run again.
  private void markCollection() {
    if (newestPause != null) {
      long counted = collections();
      if (counted > collections) {
        collectionPauses.add(newestPause);
      }
      collections = counted;
      newestPause = null;
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
