package dev.takt.watch.scheduler;

import dev.takt.watch.observer.SustainedThreshold;
import dev.takt.watch.observer.WatchLevel;

/// Limits how many context switches are recorded, because that costs the target time.
///
/// The kernel needs 0.5 to 2 µs for each record, in the context of the switching thread: 100,000 a
/// second took 6 to 9 % of a target's throughput. Not thread-safe.
final class SwitchBudget {

  /// The default limit: at 1 µs each, 2.5 % of a processor. For comparison, a service with 1,000
  /// requests a second that shares two processors with its generator makes 10,000 switches a second
  /// on each.
  private static final long MAX_PER_CPU_SECOND = 25_000;

  private final long maxPerSecond;
  private final SustainedThreshold excess;
  private long switchesAtWindowStart;

  private SwitchBudget(long maxPerSecond, long now) {
    this.maxPerSecond = maxPerSecond;
    excess = new SustainedThreshold(now);
  }

  static SwitchBudget of(WatchLevel level, int cpus, long now) {
    long most =
        switch (level) {
          case DEFAULT -> MAX_PER_CPU_SECOND * cpus;
          case DEEP -> Long.MAX_VALUE;
        };
    return new SwitchBudget(most, now);
  }

  long maxPerSecond() {
    return maxPerSecond;
  }

  /// Whether the limit was exceeded in two consecutive windows of a second.
  ///
  /// @param switches how many were recorded so far
  boolean isExceeded(long now, long switches) {
    long elapsed = excess.pollWindowNanos(now);
    if (elapsed == 0) {
      return false;
    }
    double perSecond = (switches - switchesAtWindowStart) * 1e9 / elapsed;
    switchesAtWindowStart = switches;
    return excess.record(perSecond > maxPerSecond);
  }
}
