package dev.takt.driver.sim;

/// The truth about the simulated queues, by which a measurement of them is judged.
public final class ClosedForms {

  private ClosedForms() {}

  /// M/M/1: Poisson arrivals, exponential service, one server. The response time is exponential
  /// with the rate µ - λ.
  ///
  /// @param ratePerSecond of arrivals, λ
  /// @param meanServiceNanos 1/µ
  /// @throws IllegalArgumentException if the server cannot keep up
  public static QueueLaw mm1(double ratePerSecond, double meanServiceNanos) {
    return new MarkovQueue(ratePerSecond * 1e-9, meanServiceNanos, 1);
  }

  /// M/M/c: the same with several servers and one queue.
  public static QueueLaw mmc(double ratePerSecond, double meanServiceNanos, int servers) {
    return new MarkovQueue(ratePerSecond * 1e-9, meanServiceNanos, servers);
  }

  /// M/D/1: Poisson arrivals, the same service time for all, one server.
  ///
  /// @throws IllegalArgumentException if the utilisation is above 0.9999
  public static QueueLaw md1(double ratePerSecond, double serviceNanos) {
    return new DeterministicServer(ratePerSecond * 1e-9, serviceNanos);
  }

  /// D/D/1: the response time of the k-th operation, from 1 on, when arrivals are `gap` apart and
  /// each takes `service`. If the server cannot keep up, each waits longer than the one before, by
  /// what it falls behind in a gap.
  public static long dd1Response(long k, long serviceNanos, long gapNanos) {
    return serviceNanos + Math.max(0, serviceNanos - gapNanos) * (k - 1);
  }
}
