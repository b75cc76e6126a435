package dev.takt.driver.sim;

import dev.takt.load.driver.AsyncDriver.Completions;
import dev.takt.load.driver.AsyncDriver.Transport;
import dev.takt.load.driver.Outcome;

/// A minimal open-loop generator: due operations are sent in order as soon as a slot is free.
public final class OpenLoop implements Completions {

  public interface Due {
    /// The due time of operation `n`; called once for each, in order.
    long next(long n);
  }

  public interface Sink {
    void ended(long n, long due, long start, long end, Outcome outcome);
  }

  private final Transport transport;
  private final Sink sink;
  private final int[] free;
  private final long[] number;
  private final long[] due;
  private final long[] start;
  private int freeCount;
  private long ended;

  public OpenLoop(Transport transport, int slots, Sink sink) {
    this.transport = transport;
    this.sink = sink;
    free = new int[slots];
    number = new long[slots];
    due = new long[slots];
    start = new long[slots];
    for (int i = 0; i < slots; i++) {
      free[freeCount++] = slots - 1 - i;
    }
  }

  public void drive(Due schedule, long operations) {
    long next = 0;
    long nextDue = schedule.next(0);
    while (ended < operations) {
      long now = transport.clock().nanoTime();
      while (freeCount > 0 && next < operations && nextDue <= now) {
        int slot = free[--freeCount];
        number[slot] = next;
        due[slot] = nextDue;
        start[slot] = now;
        transport.send(slot, 0, next++, this);
        nextDue = schedule.next(next);
      }
      boolean canSend = freeCount > 0 && next < operations;
      transport.poll(canSend ? nextDue : Long.MAX_VALUE, this);
    }
  }

  @Override
  public void completed(int slot, Outcome outcome, long endNanos) {
    free[freeCount++] = slot;
    ended++;
    sink.ended(number[slot], due[slot], start[slot], endNanos, outcome);
  }
}
