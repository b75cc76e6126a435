package dev.takt.driver.sim;

/// Virtual time: waiting for a moment is what makes it come. Not thread-safe.
final class VirtualTimeline implements Timeline {

  /// What a look costs that finds nothing, in nanoseconds: without it, one who spins until a moment
  /// has come would spin for ever.
  static final long LOOK_NANOS = 1_000;

  private long now;

  VirtualTimeline(long start) {
    now = start;
  }

  @Override
  public long nanoTime() {
    return now;
  }

  /// Moves the clock to the moment, if it is not past.
  ///
  /// @throws IllegalStateException if the moment never comes: in real time this would wait for ever
  @Override
  public void waitTowards(long nanos) {
    if (nanos == SimulatedSystem.NEVER) {
      throw new IllegalStateException("waits in virtual time for what never happens");
    }
    now = Math.max(now, nanos);
  }

  @Override
  public void looked(long next) {
    now = Math.min(now + LOOK_NANOS, next);
  }
}
