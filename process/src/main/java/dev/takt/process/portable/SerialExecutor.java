package dev.takt.process.portable;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/// Runs a task serially. Requests during a run cause one more run.
final class SerialExecutor implements Runnable {

  private final Executor executor;
  private final Executor otherwise;
  private final Runnable thing;
  private final AtomicInteger asked = new AtomicInteger();

  /// @param executor runs the task
  /// @param otherwise runs the task if the executor rejects it
  /// @param thing must not throw
  SerialExecutor(Executor executor, Executor otherwise, Runnable thing) {
    this.executor = executor;
    this.otherwise = otherwise;
    this.thing = thing;
  }

  /// Any thread: requests a run.
  void ask() {
    if (asked.getAndIncrement() == 0) {
      try {
        executor.execute(this);
      } catch (Throwable _) {
        otherwise.execute(this);
      }
    }
  }

  @Override
  public void run() {
    int seen;
    do {
      seen = asked.get();
      thing.run();
    } while (!asked.compareAndSet(seen, 0));
  }
}
