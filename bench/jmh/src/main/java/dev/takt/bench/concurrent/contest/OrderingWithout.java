package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;

/// Two threads that work and keep no order: what no other way can go below.
final class OrderingWithout implements Contest {

  private final int steps;
  private final Tickets next = new Tickets();
  private long end;
  private volatile long sum;

  OrderingWithout(int steps) {
    this.steps = steps;
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public void prepare(long operations) {
    end = next.taken() + operations;
  }

  @Override
  public void run(int thread, long operations) {
    long results = 0;
    for (long task = next.take(); task < end; task = next.take()) {
      results += Work.of(task, steps);
    }
    sum = results;
  }

  @Override
  public String toString() {
    return "sum of the last thread: " + sum;
  }
}
