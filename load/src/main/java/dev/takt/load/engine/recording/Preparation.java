package dev.takt.load.engine.recording;

import dev.takt.load.driver.DriverException;
import org.jspecify.annotations.Nullable;

/// What a run does before it sends. A stop interrupts it, so that a target that does not answer, or
/// a start that is far ahead, cannot delay the stop. Thread-safe.
public final class Preparation {

  /// A part of it.
  @FunctionalInterface
  public interface Step {
    /// Called by the thread that prepares.
    void run() throws DriverException, InterruptedException;
  }

  private volatile boolean stopped;
  private @Nullable Thread thread;

  /// One that is not stopped.
  public Preparation() {}

  /// Runs a step.
  ///
  /// @throws InterruptedException if it was stopped, before or meanwhile
  public void run(Step step) throws DriverException, InterruptedException {
    synchronized (this) {
      if (stopped) {
        throw new InterruptedException("stopped");
      }
      thread = Thread.currentThread();
    }
    try {
      step.run();
    } finally {
      synchronized (this) {
        thread = null;
      }
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("stopped");
    }
  }

  /// Interrupts the step, and those after it. May be called by any thread.
  public synchronized void stop() {
    stopped = true;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /// Whether it was stopped.
  public boolean isStopped() {
    return stopped;
  }
}
