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
  /// @param otherwise runs the task if the executor rejects it
  /// @param thing must not throw
  SerialExecutor(Executor executor, Executor otherwise, Runnable thing) {
    this.executor = executor;
    this.fallback = otherwise;
    this.task = thing;
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
