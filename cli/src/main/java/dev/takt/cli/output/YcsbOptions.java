package dev.takt.cli.output;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What YCSB's properties say of its output.
///
/// @param times which latencies are printed
/// @param percentiles of them
/// @param collectors the garbage collectors of this JVM, and what they did so far
/// @param warnings what could not be understood, each a sentence
public record YcsbOptions(
    Times times, List<Double> percentiles, List<Collector> collectors, List<String> warnings) {

  private static final String USUAL_PERCENTILES = "95,99";

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
  /// @param name with underlines for blanks
  /// @param count of collections since the JVM began
  /// @param millis that they took together
  public record Collector(String name, long count, long millis) {}

  /// @param properties of the workload; null where there is none, and all times are printed
  public static YcsbOptions of(@Nullable Map<String, String> properties) {
    if (properties == null) {
      return new YcsbOptions(Times.BOTH, percentiles(USUAL_PERCENTILES), collectorsHere(), List.of());
    }
    List<String> warnings = new ArrayList<>();
    String interval = properties.getOrDefault("measurement.interval", "op");
    Times times = Times.OP;
    switch (interval) {
      case "op" -> {}
      case "intended" -> times = Times.INTENDED;
      case "both" -> times = Times.BOTH;
      default ->
          warnings.add(
              "measurement.interval: expected op, intended or both, found \"%s\"; op is taken"
                  .formatted(interval));
    }
    String type = properties.getOrDefault("measurementtype", "hdrhistogram");
    if (!type.equals("hdrhistogram")) {
      warnings.add(
          "measurementtype=%s: all lines are those of hdrhistogram, whose percentiles are exact"
              .formatted(type));
    }
    String percentiles = properties.getOrDefault("hdrhistogram.percentiles", USUAL_PERCENTILES);
    return new YcsbOptions(
        times, percentiles(percentiles, warnings), collectorsHere(), List.copyOf(warnings));
  }

  private static List<Double> percentiles(String text, List<String> warnings) {
    try {
      List<Double> percentiles = percentiles(text);
      if (percentiles.stream().allMatch(each -> each >= 0 && each <= 100)) {
        return percentiles;
      }
    } catch (NumberFormatException _) {
      // told below
    }
    warnings.add(
        "hdrhistogram.percentiles: expected numbers from 0 to 100 with commas between, found \"%s\"; %s are taken"
            .formatted(text, USUAL_PERCENTILES));
    return percentiles(USUAL_PERCENTILES);
  }

  private static List<Double> percentiles(String text) {
    List<Double> percentiles = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      percentiles.add(Double.parseDouble(each.strip()));
    }
    return List.copyOf(percentiles);
  }

  /// In YCSB's order, which is that of a hash map.
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
