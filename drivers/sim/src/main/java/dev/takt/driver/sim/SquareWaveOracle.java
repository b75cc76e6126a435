package dev.takt.driver.sim;

import java.util.Arrays;

/// What an open-loop measurement of a target that is frozen by a [SquareWave] must show, at any
/// limit on connections: the schedule's own arrivals are replayed through a model, in exact
/// arithmetic.
///
/// The model: operation k is due at k / rate. It is sent when a connection is free, the earliest
/// due first. The target serves each connection on its own, for `service` of the time in which it
/// is not frozen. So after a freeze, the `connections` that were caught in it end together, and the
/// backlog drains at `connections / service`, while new operations keep coming.
///
/// Immutable and thread-safe. Times in nanoseconds.
public final class SquareWaveOracle {

  private final long[] response;
  private final long[] service;

  private SquareWaveOracle(long[] response, long[] service) {
    this.response = response;
    this.service = service;
    Arrays.sort(response);
    Arrays.sort(service);
  }

  /// Replays the first `operations` arrivals, of which the first is due at the start of the wave.
  ///
  /// @param ratePerSecond of the schedule
  /// @param connections how many operations can be under way at once; at least 1
  /// @param serviceNanos what each takes when nothing is frozen
  /// @param operations how many; for percentiles of the steady state, those of some whole periods
  public static SquareWaveOracle replay(
      double ratePerSecond, SquareWave wave, int connections, long serviceNanos, int operations) {
    if (!(ratePerSecond > 0) || connections < 1 || serviceNanos < 0 || operations < 1) {
      throw new IllegalArgumentException("rate, connections and operations must be more than 0");
    }
    long[] response = new long[operations];
    long[] service = new long[operations];
    // Connections are taken in turn: as all services are equally long, the one that was taken first
    // is always the first to be free.
    long[] freeAt = new long[connections];
    for (int k = 0; k < operations; k++) {
      long due = Math.round(k * 1e9 / ratePerSecond);
      long start = Math.max(due, freeAt[k % connections]);
      long end = wave.realTimeOf(wave.runningAt(start) + serviceNanos);
      freeAt[k % connections] = end;
      response[k] = end - due;
      service[k] = end - start;
    }
    return new SquareWaveOracle(response, service);
  }

  /// The smallest response time that at least the given percentage of operations did not exceed, 0
  /// to 100: the definition of HdrHistogram.
  public long responsePercentile(double percentile) {
    return percentile(response, percentile);
  }

  /// The same of service time, from the moment of sending: what remains of the truth when waiting
  /// for a connection is left out.
  public long servicePercentile(double percentile) {
    return percentile(service, percentile);
  }

  /// The mean response time.
  public double meanResponse() {
    return Arrays.stream(response).average().orElseThrow();
  }

  private static long percentile(long[] sorted, double percentile) {
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new IllegalArgumentException("a percentile of " + percentile);
    }
    int rank = (int) Math.ceil(percentile / 100 * sorted.length - 1e-9);
    return sorted[Math.max(1, rank) - 1];
  }
}
