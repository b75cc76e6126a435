package dev.takt.driver.sim;

import dev.takt.load.driver.AsyncDriver.Completions;
import dev.takt.load.driver.AsyncDriver.Transport;
import dev.takt.record.NanoClock;

/// Sends operations into a simulated system and tells when they are done, in real or in virtual
/// time. Allocates nothing after it is made. Used by one thread.
///
/// In real time an end is the moment at which it was noticed, as with any real target; in virtual
/// time it is noticed at its exact nanosecond.
final class SimTransport implements Transport {

  private final SimulatedSystem system;
  private final Timeline timeline;

  /// Operations under way, by the earliest real time at which each can end: a stop of the system
  /// that comes later postpones it, which is found out when its turn comes.
  private final EndHeap underWay;

  private final boolean[] busy;
  private final long[] numbers;
  private final long[] systemEnds;

  /// A transport with all slots free.
  SimTransport(SimulatedSystem system, int slots, Timeline timeline) {
    this.system = system;
    this.timeline = timeline;
    underWay = new EndHeap(slots);
    busy = new boolean[slots];
    numbers = new long[slots];
    systemEnds = new long[slots];
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
    busy[slot] = true;
    numbers[slot] = n;
    systemEnds[slot] = system.arrive(timeline.nanoTime(), n);
    underWay.add(system.realTimeOf(systemEnds[slot]), slot);
  }

  @Override
  public void poll(long deadlineNanos, Completions completions) {
    long now = timeline.nanoTime();
    if (deadlineNanos <= now && now < nextEnd()) {
      timeline.looked(nextEnd());
      return;
    }
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
    cancel(slot);
    completions.completed(slot, system.outcomeOf(numbers[slot]), now);
  }

  /// When the next operation ends, as far as is known now; [SimulatedSystem#NEVER] if none does.
  private long nextEnd() {
    while (underWay.size() > 0) {
      long end = system.realTimeOf(systemEnds[underWay.earliestSlot()]);
      if (end <= underWay.earliestEnd()) {
        return end;
      }
      underWay.postponeEarliest(end);
    }
    return SimulatedSystem.NEVER;
  }

  /// Forgets the operation; the simulated system goes on with it, as a real one would.
  @Override
  public void cancel(int slot) {
    if (busy[slot]) {
      busy[slot] = false;
      underWay.remove(slot);
    }
  }

  @Override
  public void close() {}
}
