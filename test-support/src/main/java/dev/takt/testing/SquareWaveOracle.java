package dev.takt.testing;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/// Computes the exact result of an open-loop measurement of a target that is frozen periodically,
/// for any limit on connections, by replaying the scheduled arrivals through a model.
///
/// The model: operation k is due at k / rate. It is sent when a connection is free, the earliest
/// due first. The target serves each connection independently, all operations equally long in the
/// time in which it is not frozen. So after a freeze, the operations on all connections end
/// together, and the backlog drains while new operations keep arriving.
///
/// Immutable and thread-safe. Times are in nanoseconds.
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
  /// @param connections the maximum number of operations in flight; at least 1
  /// @param endOfService the time at which the service of an operation ends, of the time at which
  ///   it starts, both since the start of the wave
  /// @param operations the number of operations; for percentiles of the steady state, those of some
  ///   whole periods
  public static SquareWaveOracle replay(
      double ratePerSecond, int connections, LongUnaryOperator endOfService, int operations) {
    if (!(ratePerSecond > 0) || connections < 1 || operations < 1) {
      throw new IllegalArgumentException("rate, connections and operations must be more than 0");
    }
    long[] response = new long[operations];
    long[] service = new long[operations];
    // Connections are used round-robin: all services are equally long, so the connection used first
    // is always the first to be free.
    long[] freeAt = new long[connections];
    for (int k = 0; k < operations; k++) {
      long due = Math.round(k * 1e9 / ratePerSecond);
      long start = Math.max(due, freeAt[k % connections]);
      long end = endOfService.applyAsLong(start);
      freeAt[k % connections] = end;
      response[k] = end - due;
      service[k] = end - start;
    }
    return new SquareWaveOracle(response, service);
  }

  /// The percentile of the response time, from 0 to 100, as HdrHistogram defines it: the smallest
  /// value that at least this percentage of operations did not exceed.
  public long responsePercentile(double percentile) {
    return percentile(response, percentile);
  }

  /// The percentile of the service time, from sending on: it omits the wait for a connection.
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
