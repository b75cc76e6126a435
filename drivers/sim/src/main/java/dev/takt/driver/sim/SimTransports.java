package dev.takt.driver.sim;

import dev.takt.load.driver.AsyncDriver.Transport;

/// Makes transports into simulated systems, for event loops and for tests of what is above them.
public final class SimTransports {

  private SimTransports() {}

  /// In real time: [Transport#poll] sleeps, and spins for at most 50 µs.
  public static Transport real(SimulatedSystem system, int slots) {
    return new SimTransport(system, slots, RealTimeline.INSTANCE);
  }

  /// In virtual time, which begins at 0 and is moved on by [Transport#poll] alone: at once to the
  /// deadline or the next end, whichever is earlier. A poll without a deadline while nothing is
  /// under way that could end throws an [IllegalStateException]. A poll whose deadline is past and
  /// that finds nothing takes a microsecond, so that a loop that spins gets on.
  public static Transport virtual(SimulatedSystem system, int slots) {
    return new SimTransport(system, slots, new VirtualTimeline(0));
  }
}
