package dev.takt.driver.sim;

import dev.takt.driver.sim.model.SimulatedSystem;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import java.util.concurrent.atomic.AtomicBoolean;

/// Drives a simulated system from event loops.
final class AsyncSimDriver implements AsyncDriver {

  private final SimulatedSystem system;
  private final String description;
  private final boolean isVirtual;
  private final AtomicBoolean isOpened = new AtomicBoolean();

  AsyncSimDriver(SimulatedSystem system, String description, boolean isVirtual) {
    this.system = system;
    this.description = description;
    this.isVirtual = isVirtual;
  }

  /// Opens a transport. A virtual clock allows only one, because two event loops cannot share it.
  @Override
  public Transport open(int slots) throws DriverException {
    if (isOpened.getAndSet(true) && isVirtual) {
      throw new DriverException("a virtual clock serves one event loop: use --threads 1");
    }
    Timeline timeline = isVirtual ? new VirtualTimeline(System.nanoTime()) : RealTimeline.INSTANCE;
    return new SimTransport(system, slots, timeline);
  }

  @Override
  public String describe() {
    return description;
  }

  @Override
  public void close() {}
}
