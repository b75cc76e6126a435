package dev.takt.load.config;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.TestDrivers;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.workload.Workload;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Modifiable settings of a short run: 1000 operations a second for a second.
public final class RunSettings {

  public RunSettings() {}

  private static final long MS = 1_000_000;

  public RateMode mode = RateMode.FIXED;
  @Nullable public Schedule schedule = Schedules.constant(Rate.perSecond(1000));
  public Driver driver = new TestDrivers.Async(MS, n -> Outcome.OK);
  public long durationNanos = 1000 * MS;
  public long count = Long.MAX_VALUE;
  public long warmupNanos;
  public long drainNanos = 5000 * MS;
  public long intervalNanos = 1000 * MS;
  public int threads = 1;
  public long selfWarmupNanos;

  public LoadSettings build() {
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
