package dev.takt.driver.sim;

import dev.takt.driver.sim.model.EndTimeHeap;
import dev.takt.driver.sim.model.SimulatedSystem;
import dev.takt.load.driver.AsyncDriver.Completions;
import dev.takt.load.driver.AsyncDriver.Transport;
import dev.takt.record.NanoClock;

/// Sends operations to a simulated system and reports their completions, in real or virtual time.
/// Allocates nothing after construction. Used by one thread.
///
/// In real time, the end of an operation is when [#poll] notices it, as with any real target; in
/// virtual time, it is exact to the nanosecond.
final class SimTransport implements Transport {

  private final SimulatedSystem system;
  private final Timeline timeline;

  /// Operations in flight, by the earliest real time at which each can end. A later stop of the
  /// system postpones it, which is detected when the operation becomes the earliest.
  private final EndTimeHeap inFlight;

  private final boolean[] isBusy;
  private final long[] numbers;
  private final long[] systemEnds;

  /// Creates a transport with all slots free.
  SimTransport(SimulatedSystem system, int slots, Timeline timeline) {
    this.system = system;
    this.timeline = timeline;
    inFlight = new EndTimeHeap(slots);
    isBusy = new boolean[slots];
    numbers = new long[slots];
    systemEnds = new long[slots];
  }

  @Override
  public NanoClock clock() {
    return timeline;
  }

  @Override
  public void send(int slot, int operation, long n, Completions completions) {
    if (isBusy[slot]) {
      throw new IllegalStateException("slot " + slot + " still has operation " + numbers[slot]);
    }
    isBusy[slot] = true;
    numbers[slot] = n;
    systemEnds[slot] = system.arrive(timeline.nanoTime(), n);
    inFlight.add(system.realTimeOf(systemEnds[slot]), slot);
  }

  @Override
  public void poll(long deadlineNanos, Completions completions) {
    long now = timeline.nanoTime();
    if (deadlineNanos <= now && now < nextEnd()) {
      timeline.polledInVain(nextEnd());
      return;
    }
    while (now < deadlineNanos && now < nextEnd() && !Thread.currentThread().isInterrupted()) {
      timeline.waitUntil(Math.min(deadlineNanos, nextEnd()));
      now = timeline.nanoTime();
    }
    // At most those in flight now: each completion may send another operation that takes no time.
    for (int left = inFlight.size(); left > 0 && nextEnd() <= now; left--) {
      complete(inFlight.earliestSlot(), now, completions);
    }
  }

  private void complete(int slot, long now, Completions completions) {
    cancel(slot);
    completions.completed(slot, system.outcomeOf(numbers[slot]), now);
  }

  /// The end of the next operation as currently known; [SimulatedSystem#NEVER] if there is none.
  private long nextEnd() {
    while (inFlight.size() > 0) {
      long end = system.realTimeOf(systemEnds[inFlight.earliestSlot()]);
      if (end <= inFlight.earliestEnd()) {
        return end;
      }
      inFlight.postponeEarliest(end);
    }
    return SimulatedSystem.NEVER;
  }

  /// Drops the operation; the simulated system continues to process it, as a real one would.
  @Override
  public void cancel(int slot) {
    if (isBusy[slot]) {
      isBusy[slot] = false;
      inFlight.remove(slot);
    }
  }

  @Override
  public void close() {}
}
