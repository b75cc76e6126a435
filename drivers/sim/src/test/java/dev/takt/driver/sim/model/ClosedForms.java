package dev.takt.driver.sim.model;

/// Exact distributions of the simulated queues, to verify measurements against.
public final class ClosedForms {

  private ClosedForms() {}

  /// M/M/1: Poisson arrivals, exponential service, one server. The response time is exponential
  /// with the rate µ - λ.
  ///
  /// @param ratePerSecond of arrivals, λ
  /// @param meanServiceNanos 1/µ
  /// @throws IllegalArgumentException if the server cannot keep up
  public static QueueDistribution mm1(double ratePerSecond, double meanServiceNanos) {
    return new MarkovQueue(ratePerSecond * 1e-9, meanServiceNanos, 1);
  }

  /// M/M/c: Poisson arrivals, exponential service, several servers with one queue.
  public static QueueDistribution mmc(double ratePerSecond, double meanServiceNanos, int servers) {
    return new MarkovQueue(ratePerSecond * 1e-9, meanServiceNanos, servers);
  }

  /// M/D/1: Poisson arrivals, constant service time, one server.
  ///
  /// @throws IllegalArgumentException if the utilisation is above 0.9999
  public static QueueDistribution md1(double ratePerSecond, double serviceNanos) {
    return new DeterministicQueue(ratePerSecond * 1e-9, serviceNanos);
  }

  /// D/D/1: the response time of the k-th operation, counted from 1, with constant interarrival and
  /// service times. If the server cannot keep up, each operation waits `service - gap` longer than
  /// the one before.
  public static long dd1Response(long k, long serviceNanos, long gapNanos) {
    return serviceNanos + Math.max(0, serviceNanos - gapNanos) * (k - 1);
  }
}
