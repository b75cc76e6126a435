package dev.takt.probes.wakeup;

import dev.takt.record.LatencyRecorder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Two threads that wake each other in turns. At the end, the thread whose turn it is wakes the
/// other a last time, so that no thread is left blocked.
final class WakeupPair {

  /// The recorders of the two times.
  ///
  /// @param caller the duration of the waking call
  /// @param woken the time from just before the call until the other thread runs
  record Recorders(LatencyRecorder caller, LatencyRecorder woken) {}

  /// When the measurement begins and ends.
  ///
  /// @param isMeasuring whether it has begun
  /// @param isOver whether it has ended
  record Phase(BooleanSupplier isMeasuring, BooleanSupplier isOver) {}

  private final WakeupMechanism mechanism;
  private final Recorders recorders;
  private final Phase phase;
  private final long gapNanos;
  private final Thread[] threads = new Thread[2];
  private final WakeupSignal signal;
  private final Side[] sides;
  private volatile boolean released;

  /// @param gapNanos how long a woken thread waits before it wakes the other; 0 for no wait
  WakeupPair(
      WakeupMechanism mechanism, Recorders recorders, Phase phase, long gapNanos, int number) {
    this.mechanism = mechanism;
    this.recorders = recorders;
    this.phase = phase;
    this.gapNanos = gapNanos;
    this.sides = new Side[] {new Side(0), new Side(1)};
    for (int i = 0; i < 2; i++) {
      String name = "takt-probe-pair-" + number + (i == 0 ? "a" : "b");
      threads[i] = Thread.ofPlatform().name(name).daemon().unstarted(sides[i]);
    }
    this.signal = mechanism.between(threads[0], threads[1]);
  }

  /// Starts both threads, or none.
  ///
  /// @throws OutOfMemoryError if the system has no more threads
  void start() throws InterruptedException {
    threads[1].start();
    try {
      threads[0].start();
    } catch (OutOfMemoryError e) {
      released = true;
      signal.wake(1);
      threads[1].join();
      throw e;
    }
  }

  Thread[] threads() {
    return threads.clone();
  }

  void close() {
    signal.close();
  }

  /// How many measured wake-ups were sent. Valid after the end of both threads.
  long sent() {
    return sides[0].sent + sides[1].sent;
  }

  /// How many of them woke a thread.
  long arrived() {
    return sides[0].arrived + sides[1].arrived;
  }

  private final class Side implements Runnable {
    private final int side;
    private long sent;
    private long arrived;

    /// When the other side was about to wake this one, and whether that is measured
    /// ([#isMeasured]). Both are published by the signal.
    private long wokenAt;

    private boolean isMeasured;

    /// Whether this side is about to block.
    private volatile boolean isSleeping;

    Side(int side) {
      this.side = side;
    }

    private Side other() {
      return sides[1 - side];
    }

    /// Whether this side is blocked. If it blocks in a system call the JVM does not know, so then
    /// only that it was about to.
    private boolean isBlocked() {
      return isSleeping
          && (mechanism.isNative() || threads[side].getState() == Thread.State.WAITING);
    }

    @Override
    public void run() {
      try {
        boolean goesOn = side != 0 || wakeOther();
        while (goesOn) {
          goesOn = awaitWakeup() && wakeOther();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /// @return false if this side was woken for the last time
    private boolean awaitWakeup() throws InterruptedException {
      isSleeping = true;
      signal.await(side);
      long now = System.nanoTime();
      isSleeping = false;
      if (released) {
        return false;
      }
      if (isMeasured) {
        arrived++;
        recorders.woken().record(now - wokenAt);
      }
      return true;
    }

    /// @return false if the measurement is over, and the other side was woken for the last time
    private boolean wakeOther() throws InterruptedException {
      Side other = other();
      while (!other.isBlocked() && !phase.isOver().getAsBoolean()) {
        Thread.yield();
      }
      if (gapNanos > 0) {
        LockSupport.parkNanos(gapNanos);
      }
      if (phase.isOver().getAsBoolean()) {
        released = true;
        signal.wake(1 - side);
        return false;
      }
      boolean measured = phase.isMeasuring().getAsBoolean();
      other.isMeasured = measured;
      long before = System.nanoTime();
      other.wokenAt = before;
      signal.wake(1 - side);
      long after = System.nanoTime();
      if (measured) {
        sent++;
        recorders.caller().record(after - before);
      }
      return true;
    }
  }
}
