package dev.takt.driver.sim;

import dev.takt.driver.sim.model.SimulatedSystem;
import dev.takt.load.driver.AsyncDriver.Transport;

/// Creates transports to simulated systems, for event loops and for tests of higher layers.
public final class SimTransports {

  private SimTransports() {}

  /// A transport in real time: [Transport#poll] sleeps, and spins for at most 50 µs.
  public static Transport real(SimulatedSystem system, int slots) {
    return new SimTransport(system, slots, RealTimeline.INSTANCE);
  }

  /// A transport in virtual time, which starts at 0 and is advanced only by [Transport#poll]:
  /// immediately to the deadline or the next end, whichever is earlier. A poll without a deadline
  /// throws an [IllegalStateException] if no operation in flight can end. A poll whose deadline has
  /// passed and that finds nothing takes a microsecond, so that a spinning loop makes progress.
  public static Transport virtual(SimulatedSystem system, int slots) {
    return new SimTransport(system, slots, new VirtualTimeline(0));
  }
}
