package dev.takt.load.config;

import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.TestDrivers;
import dev.takt.load.schedule.Durations;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedule;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.workload.Workload;
import dev.takt.record.ClockAnchor;
import java.util.LinkedHashMap;
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
  public String transport = "auto";
  @Nullable public String share;
  @Nullable public String startAt;
  public String operations = "[{name: read}]";

  public LoadSettings build() {
    return new LoadSettings(
        plan(), schedule, new Workload(1, 1.0), driver, null, null, ClockAnchor.now());
  }

  private Plan plan() {
    Map<String, List<String>> flags = new LinkedHashMap<>();
    flags.put("target", List.of("fake:x"));
    flags.put("operations", List.of(operations));
    flags.put("mode", List.of(mode.lowerCase()));
    if (durationNanos < Long.MAX_VALUE) {
      flags.put("duration", List.of(Durations.format(durationNanos)));
    }
    if (count < Long.MAX_VALUE) {
      flags.put("count", List.of(Long.toString(count)));
    }
    if (share != null) {
      flags.put("share", List.of(share));
    }
    if (startAt != null) {
      flags.put("start-at", List.of(startAt));
    }
    flags.put("warmup", List.of(Durations.format(warmupNanos)));
    flags.put("drain", List.of(Durations.format(drainNanos)));
    flags.put("interval", List.of(Durations.format(intervalNanos)));
    flags.put("timeout", List.of("off"));
    flags.put("threads", List.of(Integer.toString(threads)));
    flags.put("transport", List.of(transport));
    flags.put("workers", List.of("4"));
    flags.put("self-warmup", List.of(Durations.format(selfWarmupNanos)));
    try {
      return new PlanReader(List.of(new FakeProvider())).read(null, flags);
    } catch (PlanException e) {
      throw new IllegalStateException(e);
    }
  }
}
