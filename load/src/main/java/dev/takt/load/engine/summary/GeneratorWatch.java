package dev.takt.load.engine.summary;

import dev.takt.runs.model.GeneratorReport.ProcessUsage;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;

/// What the generator's own process uses while the schedule runs.
public final class GeneratorWatch {

  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private long collectionsBefore;
  private long collectionMillisBefore;
  private long cpuBefore;

  public GeneratorWatch() {}

  /// Starts counting. This is separate from the constructor, whose work is not part of the
  /// schedule.
  public void begin() {
    collectionsBefore = collections();
    collectionMillisBefore = collectionMillis();
    cpuBefore = cpuNanos();
  }

  /// What was used since [#begin].
  public ProcessUsage usage() {
    return new ProcessUsage(
        collections() - collectionsBefore,
        (collectionMillis() - collectionMillisBefore) * 1_000_000,
        cpuNanos() - cpuBefore);
  }

  private long collections() {
    return collectors.stream().mapToLong(c -> Math.max(0, c.getCollectionCount())).sum();
  }

  private long collectionMillis() {
    return collectors.stream().mapToLong(c -> Math.max(0, c.getCollectionTime())).sum();
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }
}
