package dev.takt.cli;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Hears of signals during several runs, one after the other: hands each to the run that is under
/// way, and remembers that there was one.
///
/// Thread-safe.
final class InterruptRelay implements Surroundings.Interrupts {

  private @Nullable Runnable action;
  private boolean interrupted;

  /// Of the run that is under way; it is told at once if there was a signal before.
  @Override
  public Registration onInterrupt(Runnable ofRun) {
    boolean before;
    synchronized (this) {
      action = ofRun;
      before = interrupted;
    }
    if (before) {
      ofRun.run();
    }
    return this::forget;
  }

  private synchronized void forget() {
    action = null;
  }

  /// A signal. The second one ends the process, here or in the run.
  void interrupt() {
    Runnable ofRun;
    synchronized (this) {
      if (interrupted && action == null) {
        Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
      }
      interrupted = true;
      ofRun = action;
      notifyAll();
    }
    if (ofRun != null) {
      ofRun.run();
    }
  }

  /// Whether there was a signal.
  synchronized boolean isInterrupted() {
    return interrupted;
  }

  /// Waits, but no longer than until a signal.
  synchronized void await(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    long left = nanos;
    while (!interrupted && left > 0) {
      // Rounded up: a wait of 0 has no end.
      wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
      left = deadline - System.nanoTime();
    }
  }
}
