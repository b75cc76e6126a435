package dev.takt.load.engine;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.workload.Workload;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Modifiable settings of a short run: 1000 operations a second for a second.
final class RunSettings {

  private static final long MS = 1_000_000;

  RateMode mode = RateMode.FIXED;
  @Nullable Schedule schedule = Schedules.constant(Rate.perSecond(1000));
  Driver driver = new TestDrivers.Async(MS, n -> Outcome.OK);
  long durationNanos = 1000 * MS;
  long count = Long.MAX_VALUE;
  long warmupNanos;
  long drainNanos = 5000 * MS;
  long intervalNanos = 1000 * MS;
  int threads = 1;
  long selfWarmupNanos;

  LoadSettings build() {
    return new LoadSettings(
        mode,
        schedule,
        new Workload(1, 1.0),
        List.of("read"),
        driver,
        "test:",
        Map.of("target", "test:"),
        durationNanos,
        count,
        warmupNanos,
        drainNanos,
        Long.MAX_VALUE,
        intervalNanos,
        1_000_000,
        threads,
        16,
        4,
        false,
        Pacing.HYBRID,
        selfWarmupNanos,
        null);
  }
}
