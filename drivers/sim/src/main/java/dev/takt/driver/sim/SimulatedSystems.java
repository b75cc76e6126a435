package dev.takt.driver.sim;

/// Makes simulated systems. Times in nanoseconds.
public final class SimulatedSystems {

  private SimulatedSystems() {}

  /// Serves every operation at once, for as long as its service time: as many servers as needed.
  public static SimulatedSystem delay(ServiceTime serviceTime) {
    return (arrival, n) -> arrival + serviceTime.of(n);
  }

  /// A queue, first come first served, in front of equal servers.
  public static SimulatedSystem queue(int servers, ServiceTime serviceTime) {
    return new FifoServers(servers, serviceTime);
  }

  /// The four-mode store of Nitsan Wakart's article, with its probabilities: 90 % take 200 µs to 1
  /// ms, 9 % 1 to 10 ms, 0.99 % 10 to 50 ms, and 0.01 % stop everything for 50 to 200 ms.
  ///
  /// @param concurrency how many operations can be under way at once
  public static SimulatedSystem fourMode(long seed, int concurrency) {
    return new FourModeStore(seed, FourModeStore.Modes.DEFAULT, concurrency);
  }

  /// Serves every operation at once except while frozen; the first period starts with the first
  /// arrival.
  public static SimulatedSystem stalling(SquareWave wave, ServiceTime serviceTime) {
    return new StallingSystem(wave, serviceTime);
  }

  /// A system of which a share of the operations fails and a share, decided apart from it, is never
  /// answered. Shares from 0 to 1.
  public static SimulatedSystem faulty(
      SimulatedSystem system, long seed, double errorShare, double hangShare) {
    return new Faults(system, seed, errorShare, hangShare);
  }
}
