package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;

/// Tasks that can be worked on in parallel, and whose results must come out in order. An operation
/// is a task. All make sure that the order was kept.
public final class Ordering implements Contest {

  static final int CAPACITY = 256;

  private final Contest way;

  /// @param contender which way
  /// @param steps how much work a task is
  public Ordering(String contender, String steps) {
    int work = Integer.parseInt(steps);
    way =
        switch (contender) {
          case "no order" -> new OrderingWithout(work);
          case "takt" -> new OrderingByTakt(work);
          case "original" -> new OrderingByOriginal(work);
          case "synchronized" -> new OrderingByLock(work);
          case "single consumer" -> new OrderingByConsumer(work);
          case "disruptor" -> new OrderingByDisruptor(work);
          default -> throw new IllegalArgumentException("no way " + contender);
        };
  }

  @Override
  public int threads() {
    return way.threads();
  }

  @Override
  public void prepare(long operations) {
    way.prepare(operations);
  }

  @Override
  public void run(int thread, long operations) throws InterruptedException {
    way.run(thread, operations);
  }
}
