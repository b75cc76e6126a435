package dev.takt.driver.sim;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.BlockingDriver;

/// Makes drivers of simulated systems, for those who have a system and no target text. None of them
/// gives up an operation. Thread-safe, as all drivers are.
public final class SimDrivers {

  private SimDrivers() {}

  /// Whose sessions sleep in real time until an operation is done.
  public static BlockingDriver blocking(SimulatedSystem system) {
    return new BlockingSimDriver(system, "simulated system, blocking", Long.MAX_VALUE);
  }

  /// For event loops in real time.
  public static AsyncDriver async(SimulatedSystem system) {
    return new AsyncSimDriver(system, "simulated system", false);
  }

  /// For one event loop in virtual time: see [SimTransports#virtual]. Its clock starts, when
  /// opened, at the machine's time, so that what is planned by the machine's clock is near.
  public static AsyncDriver virtual(SimulatedSystem system) {
    return new AsyncSimDriver(system, "simulated system in virtual time", true);
  }
}
