package dev.takt.driver.sim;

import dev.takt.driver.sim.model.SimulatedSystem;

/// Virtual time, which advances only by waiting. Not thread-safe.
final class VirtualTimeline implements Timeline {

  /// The virtual cost in nanoseconds of a poll that finds nothing. Without it, a loop that spins
  /// until a deadline would never end.
  static final long EMPTY_POLL_NANOS = 1_000;

  private long now;

  VirtualTimeline(long start) {
    now = start;
  }

  @Override
  public long nanoTime() {
    return now;
  }

  /// Advances the clock to a time, unless it has passed.
  ///
  /// @throws IllegalStateException for [SimulatedSystem#NEVER]: in real time this would wait for
  ///   ever
  @Override
  public void waitUntil(long nanos) {
    if (nanos == SimulatedSystem.NEVER) {
      throw new IllegalStateException(
          "waits in virtual time, but no operation in flight ever ends");
    }
    now = Math.max(now, nanos);
  }

  @Override
  public void polledInVain(long next) {
    now = Math.min(now + EMPTY_POLL_NANOS, next);
  }
}
