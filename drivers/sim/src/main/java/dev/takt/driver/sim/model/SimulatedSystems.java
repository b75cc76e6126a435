package dev.takt.driver.sim.model;

/// Creates simulated systems. Times are in nanoseconds.
public final class SimulatedSystems {

  private SimulatedSystems() {}

  /// A system with unlimited servers: every operation takes its service time, without a queue.
  public static SimulatedSystem delay(ServiceTime serviceTime) {
    return (arrival, n) -> arrival + serviceTime.of(n);
  }

  /// A first-come, first-served queue with equal servers.
  public static SimulatedSystem queue(int servers, ServiceTime serviceTime) {
    return new FifoServers(servers, serviceTime);
  }

  /// The four-mode store of Nitsan Wakart's article, with its probabilities: 90 % take 200 µs to 1
  /// ms, 9 % 1 to 10 ms, 0.99 % 10 to 50 ms, and 0.01 % stop everything for 50 to 200 ms.
  ///
  /// @param concurrency the maximum number of operations in flight
  public static SimulatedSystem fourMode(long seed, int concurrency) {
    return new FourModeStore(seed, FourModeStore.Modes.DEFAULT, concurrency);
  }

  /// A system with unlimited servers that is frozen periodically; the first period starts with the
  /// first arrival.
  public static SimulatedSystem stalling(SquareWave wave, ServiceTime serviceTime) {
    return new StallingSystem(wave, serviceTime);
  }

  /// A system in which a share of the operations fails and an independent share is never answered.
  /// Shares are from 0 to 1.
  public static SimulatedSystem faulty(
      SimulatedSystem system, long seed, double errorShare, double hangShare) {
    return new FaultySystem(system, seed, errorShare, hangShare);
  }
}
