package dev.takt.driver.sim;

import dev.takt.load.driver.AsyncDriver.Completions;
import dev.takt.load.driver.AsyncDriver.Transport;
import dev.takt.load.driver.Outcome;
import dev.takt.record.NanoClock;

/// Sends operations into a simulated system and tells when they are done, in real or in virtual
/// time. Allocates nothing after it is made. Used by one thread.
///
/// In real time an end is the moment at which it was noticed, as with any real target; in virtual
/// time it is noticed at its exact nanosecond.
final class SimTransport implements Transport {

  private final SimulatedSystem system;
  private final Timeline timeline;
  private final long timeoutNanos;

  /// Operations under way, by the earliest real time at which each can end: a stop of the system
  /// that comes later postpones it, which is found out when its turn comes.
  private final EndHeap underWay;

  private final boolean[] busy;
  private final long[] numbers;
  private final long[] systemEnds;
  private final long[] limits;

  /// A transport with all slots free.
  ///
  /// @param timeoutNanos after which an operation is given up, or [Long#MAX_VALUE]
  SimTransport(SimulatedSystem system, int slots, long timeoutNanos, Timeline timeline) {
    this.system = system;
    this.timeline = timeline;
    this.timeoutNanos = timeoutNanos;
    underWay = new EndHeap(slots);
    busy = new boolean[slots];
    numbers = new long[slots];
    systemEnds = new long[slots];
    limits = new long[slots];
  }

  @Override
  public NanoClock clock() {
    return timeline;
  }

  @Override
  public void send(int slot, int operation, long n, Completions completions) {
    if (busy[slot]) {
      throw new IllegalStateException("slot " + slot + " still has operation " + numbers[slot]);
    }
    long now = timeline.nanoTime();
    busy[slot] = true;
    numbers[slot] = n;
    systemEnds[slot] = system.arrive(now, n);
    limits[slot] = TimeLimit.from(now, timeoutNanos);
    underWay.add(endOf(slot), slot);
  }

  @Override
  public void poll(long deadlineNanos, Completions completions) {
    long now = timeline.nanoTime();
    while (now < deadlineNanos && now < nextEnd() && !Thread.currentThread().isInterrupted()) {
      timeline.waitTowards(Math.min(deadlineNanos, nextEnd()));
      now = timeline.nanoTime();
    }
    // No more than are under way now: an operation that takes no time may be sent anew each time.
    for (int left = underWay.size(); left > 0 && nextEnd() <= now; left--) {
      complete(underWay.earliestSlot(), now, completions);
    }
  }

  private void complete(int slot, long now, Completions completions) {
    underWay.removeEarliest();
    busy[slot] = false;
    boolean inTime = system.realTimeOf(systemEnds[slot]) <= limits[slot];
    Outcome outcome = inTime ? system.outcomeOf(numbers[slot]) : Outcome.TIMED_OUT;
    completions.completed(slot, outcome, now);
  }

  /// When the next operation ends, as far as is known now; [SimulatedSystem#NEVER] if none does.
  private long nextEnd() {
    while (underWay.size() > 0) {
      long end = endOf(underWay.earliestSlot());
      if (end <= underWay.earliestEnd()) {
        return end;
      }
      underWay.postponeEarliest(end);
    }
    return SimulatedSystem.NEVER;
  }

  private long endOf(int slot) {
    return Math.min(system.realTimeOf(systemEnds[slot]), limits[slot]);
  }

  @Override
  public void close() {}
}
