package dev.takt.explain.blame;

import dev.takt.explain.trace.Operations;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.OperationState;

/// How long an operation takes when nothing is in its way: the median service time of those of its
/// name that were completed. Immutable.
public final class Baseline {

  /// Less than that above normal is not worth a cause: stalls count from a millisecond on.
  private static final long LEAST_EXCESS_NANOS = 500_000;

  private static final double MEDIAN = 50;

  private final long[] normal;

  private Baseline(long[] normal) {
    this.normal = normal;
  }

  /// Finds out what is normal for each name.
  public static Baseline of(Operations operations) {
    LatencyHistogram[] services = new LatencyHistogram[operations.names().size()];
    for (int i = 0; i < operations.size(); i++) {
      if (operations.state(i) == OperationState.COMPLETED) {
        int name = operations.name(i);
        if (services[name] == null) {
          services[name] = new LatencyHistogram();
        }
        services[name].record(operations.service(i));
      }
    }
    long[] normal = new long[services.length];
    for (int name = 0; name < normal.length; name++) {
      normal[name] = services[name] == null ? 0 : services[name].valueAtPercentile(MEDIAN);
    }
    return new Baseline(normal);
  }

  /// The normal service time of a name, in nanoseconds.
  public long normal(int name) {
    return normal[name];
  }

  /// What an operation took beyond what is normal, in nanoseconds; 0 if it took no longer.
  public long excess(Operations operations, int i) {
    return Math.max(0, operations.response(i) - normal[operations.name(i)]);
  }

  /// Whether that is enough to ask why: as much again as is normal, and half a millisecond.
  public boolean isSlow(Operations operations, int i) {
    long usual = normal[operations.name(i)];
    return operations.response(i) - usual > Math.max(usual, LEAST_EXCESS_NANOS);
  }
}
