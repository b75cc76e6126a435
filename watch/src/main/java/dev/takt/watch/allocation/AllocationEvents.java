package dev.takt.watch.allocation;

import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.observer.MeasurementWindow;
import java.util.List;
import java.util.Map;

/// The events of a flight recording that show how much a JVM allocates: their settings and their
/// handler.
public final class AllocationEvents {

  static final String THREAD = "jdk.ThreadAllocationStatistics";
  static final String HEAP = "jdk.GCHeapSummary";
  static final String COLLECTOR = "jdk.GCConfiguration";
  static final String STARTED = "jdk.JavaThreadStatistics";

  /// Each reading writes an event per thread: some 25 bytes, so 1 MB/min at 350 threads.
  private static final String PERIOD = "500 ms";

  private AllocationEvents() {}

  /// The settings that sample where a JVM allocates. From JDK 16 on; others ignore them.
  public static Map<String, String> sampling() {
    String sample = "jdk.ObjectAllocationSample";
    return Map.of(
        sample + "#enabled", "true", sample + "#throttle", "300/s", sample + "#stackTrace", "true");
  }

  /// The events of a watch.
  ///
  /// @param measured the window that the sums cover
  public static EventExtension within(MeasurementWindow measured) {
    return new EventExtension(
        Map.of(
            THREAD + "#enabled",
            "true",
            THREAD + "#period",
            PERIOD,
            STARTED + "#enabled",
            "true",
            STARTED + "#period",
            PERIOD,
            HEAP + "#enabled",
            "true"),
        Map.of(),
        context -> List.of(new AllocationHandler(context, measured)),
        List.of(),
        List.of());
  }
}
