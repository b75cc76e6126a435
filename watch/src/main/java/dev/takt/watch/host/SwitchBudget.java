package dev.takt.watch.host;

import dev.takt.watch.observer.WatchLevel;

/// How many switches may be recorded before that costs the target too much.
///
/// The kernel needs between half a microsecond and two for each, and whoever switches pays: a
/// hundred thousand in a second took 6 to 9 % of a target's throughput. For one thread.
final class SwitchBudget {

  /// By default; at a microsecond each, that is 2.5 % of a processor. A service of a thousand
  /// requests a second, on two processors with its generator, switches 10,000 times on each.
  private static final long MOST_PER_CPU_AND_SECOND = 25_000;

  private static final long WINDOW_NANOS = 1_000_000_000;

  /// A burst, such as the start of a run, is let pass.
  private static final int PATIENCE = 2;

  private final long mostPerSecond;
  private long windowBegin;
  private long atBegin;
  private int exceeded;

  private SwitchBudget(long mostPerSecond, long now) {
    this.mostPerSecond = mostPerSecond;
    windowBegin = now;
  }

  static SwitchBudget of(WatchLevel level, int cpus, long now) {
    long most =
        switch (level) {
          case DEFAULT -> MOST_PER_CPU_AND_SECOND * cpus;
          case DEEP -> Long.MAX_VALUE;
        };
    return new SwitchBudget(most, now);
  }

  long mostPerSecond() {
    return mostPerSecond;
  }

  /// Whether it has been too many for two windows of a second, one after the other.
  ///
  /// @param switches that were recorded so far
  boolean isExceeded(long now, long switches) {
    long elapsed = now - windowBegin;
    if (elapsed < WINDOW_NANOS) {
      return false;
    }
    double perSecond = (switches - atBegin) * 1e9 / elapsed;
    exceeded = perSecond > mostPerSecond ? exceeded + 1 : 0;
    windowBegin = now;
    atBegin = switches;
    return exceeded >= PATIENCE;
  }
}
