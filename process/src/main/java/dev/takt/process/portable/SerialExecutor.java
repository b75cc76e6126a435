package dev.takt.process.portable;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs a task serially. Requests during a run cause one more run.
final class SerialExecutor implements Runnable {

  private final Executor executor;
  private final Executor fallback;
  private final Runnable task;
  private final AtomicInteger requests = new AtomicInteger();

  /// @param executor runs the task
  /// @param fallback runs the task if the executor rejects it
  /// @param task must not throw
  SerialExecutor(Executor executor, Executor fallback, Runnable task) {
    this.executor = executor;
    this.fallback = fallback;
    this.task = task;
  }

  /// Any thread: requests a run.
  void request() {
    if (requests.getAndIncrement() == 0) {
      try {
        executor.execute(this);
      } catch (Throwable _) {
        fallback.execute(this);
      }
    }
  }

  @Override
  public void run() {
    int seen;
    do {
      seen = requests.get();
      task.run();
    } while (!requests.compareAndSet(seen, 0));
  }
}
