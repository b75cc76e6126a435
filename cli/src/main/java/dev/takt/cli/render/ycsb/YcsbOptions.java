package dev.takt.cli.render.ycsb;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The YCSB properties that control output. Their values are validated when the plan is read.
///
/// @param times which latencies are printed
/// @param percentiles the percentiles to print
/// @param collectors the garbage collectors of this JVM, and their totals so far
public record YcsbOptions(Times times, List<Double> percentiles, List<Collector> collectors) {

  private static final String DEFAULT_PERCENTILES = "95,99";

  /// Which latencies are printed.
  public enum Times {
    /// From the start of each operation: Takt's service time.
    OP,
    /// From its intended start, under the names of the others: Takt's response time.
    INTENDED,
    /// Both, the latter as `Intended-READ`.
    BOTH
  }

  /// A garbage collector.
  ///
  /// @param name with underscores instead of spaces
  /// @param count of collections since the JVM started
  /// @param millis the total time of the collections
  public record Collector(String name, long count, long millis) {}

  /// @param properties of the workload; null without a workload, in which case all times are
  ///   printed
  public static YcsbOptions of(@Nullable Map<String, String> properties) {
    if (properties == null) {
      return new YcsbOptions(Times.BOTH, percentiles(DEFAULT_PERCENTILES), collectorsHere());
    }
    Times times =
        Times.valueOf(
            properties.getOrDefault("measurement.interval", "op").toUpperCase(Locale.ROOT));
    String percentiles = properties.getOrDefault("hdrhistogram.percentiles", DEFAULT_PERCENTILES);
    return new YcsbOptions(times, percentiles(percentiles), collectorsHere());
  }

  private static List<Double> percentiles(String text) {
    List<Double> percentiles = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      percentiles.add(Double.parseDouble(each.strip()));
    }
    return List.copyOf(percentiles);
  }

  /// In YCSB's order, which is the order of a hash map.
  private static List<Collector> collectorsHere() {
    Map<String, Collector> byName = new HashMap<>();
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (each.getCollectionCount() >= 0 && each.getCollectionTime() >= 0) {
        String name = each.getName().replace(' ', '_');
        byName.put(name, new Collector(name, each.getCollectionCount(), each.getCollectionTime()));
      }
    }
    return List.copyOf(byName.values());
  }
}
