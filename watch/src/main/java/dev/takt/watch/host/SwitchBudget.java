package dev.takt.watch.host;

import dev.takt.watch.observer.LastingExcess;
import dev.takt.watch.observer.WatchLevel;

/// How many switches may be recorded before that costs the target too much.
///
/// The kernel needs between half a microsecond and two for each, and whoever switches pays: a
/// hundred thousand in a second took 6 to 9 % of a target's throughput. For one thread.
final class SwitchBudget {

  /// By default; at a microsecond each, that is 2.5 % of a processor. A service of a thousand
  /// requests a second, on two processors with its generator, switches 10,000 times on each.
  private static final long MOST_PER_CPU_AND_SECOND = 25_000;

  private final long mostPerSecond;
  private final LastingExcess excess;
  private long atBegin;

  private SwitchBudget(long mostPerSecond, long now) {
    this.mostPerSecond = mostPerSecond;
    excess = new LastingExcess(now);
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
    long elapsed = excess.windowOver(now);
    if (elapsed == 0) {
      return false;
    }
    double perSecond = (switches - atBegin) * 1e9 / elapsed;
    atBegin = switches;
    return excess.add(perSecond > mostPerSecond);
  }
}
