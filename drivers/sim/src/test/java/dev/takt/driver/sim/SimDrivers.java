package dev.takt.driver.sim;

import dev.takt.driver.sim.model.SimulatedSystem;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.BlockingDriver;

/// Creates drivers for simulated systems that are given as objects instead of target texts. These
/// drivers have no timeout. Thread-safe, as all drivers are.
public final class SimDrivers {

  private SimDrivers() {}

  /// A driver whose sessions sleep in real time until an operation is done.
  public static BlockingDriver blocking(SimulatedSystem system) {
    return new BlockingSimDriver(system, "simulated system, blocking", Long.MAX_VALUE);
  }

  /// A driver for event loops in real time.
  public static AsyncDriver async(SimulatedSystem system) {
    return new AsyncSimDriver(system, "simulated system", false);
  }

  /// A driver for one event loop in virtual time: see [SimTransports#virtual]. When opened, its
  /// clock starts at [System#nanoTime], so that times planned by the system clock are near.
  public static AsyncDriver virtual(SimulatedSystem system) {
    return new AsyncSimDriver(system, "simulated system in virtual time", true);
  }
}
