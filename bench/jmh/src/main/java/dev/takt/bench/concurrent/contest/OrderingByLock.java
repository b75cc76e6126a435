package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;

/// Two threads that take a task, work on it and hand on its result within one lock: the order is
/// kept, and one of them waits.
final class OrderingByLock implements Contest {

  private final int steps;
  private final Output output = new Output();
  private final Object lock = new Object();
  private long end;

  OrderingByLock(int steps) {
    this.steps = steps;
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public void prepare(long operations) {
    end = output.count() + operations;
  }

  @Override
  public void run(int thread, long operations) {
    while (true) {
      synchronized (lock) {
        long task = output.count();
        if (task == end) {
          return;
        }
        output.accept(task, Work.of(task, steps));
      }
    }
  }
}
