package dev.takt.driver.sim;

/// Virtual time: it starts at 0, and waiting for a moment is what makes it come. Not thread-safe.
final class VirtualTimeline implements Timeline {

  private long now;

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
}
