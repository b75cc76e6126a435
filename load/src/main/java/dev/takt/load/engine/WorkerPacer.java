package dev.takt.load.engine;

import java.util.concurrent.locks.LockSupport;

/// How a worker waits for an intended start.
final class WorkerPacer {

  /// A parked thread runs some tens of microseconds after the moment it asked for.
  private static final long HEAD_START_NANOS = 60_000;

  private final Pacing pacing;

  WorkerPacer(Pacing pacing) {
    this.pacing = pacing;
  }

  /// Returns at `due` or soon after, or earlier if the run is stopped or cut off before it.
  ///
  /// @return the present moment
  long await(long due, Ending ending) {
    long now = System.nanoTime();
    while (now < due && due <= ending.lastIntended() && !ending.isCutOff(now)) {
      pause(due - now);
      now = System.nanoTime();
    }
    return now;
  }

  private void pause(long nanos) {
    switch (pacing) {
      case SLEEP -> LockSupport.parkNanos(nanos);
      case HYBRID -> {
        if (nanos > HEAD_START_NANOS) {
          LockSupport.parkNanos(nanos - HEAD_START_NANOS);
        } else {
          spin();
        }
      }
      case SPIN -> spin();
    }
  }

  /// A virtual thread that spins keeps its carrier from all others unless it yields.
  private static void spin() {
    if (Thread.currentThread().isVirtual()) {
      Thread.yield();
    } else {
      Thread.onSpinWait();
    }
  }
}
