package dev.takt.load.config.ycsb;

import dev.takt.load.driver.DriverProvider;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.text.Spelling;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// YCSB properties that do not concern the workload itself.
public final class YcsbProperties {

  static final String TRANSACTIONS = "dotransactions";
  static final String WORKLOAD = "workload";
  static final String DATABASE = "db";

  /// The current and the former class name of YCSB's core workload.
  static final Set<String> CORE_WORKLOADS =
      Set.of("site.ycsb.workloads.CoreWorkload", "com.yahoo.ycsb.workloads.CoreWorkload");

  /// Properties that become plan keys.
  private static final Set<String> OF_THE_RUN =
      Set.of(
          TRANSACTIONS,
          WORKLOAD,
          DATABASE,
          "target",
          "threadcount",
          "maxexecutiontime",
          "spin.sleep",
          "core_workload_insertion_retry_limit",
          "core_workload_insertion_retry_interval");

  /// Properties about the output.
  private static final Set<String> OF_THE_OUTPUT =
      Set.of(
          "measurement.interval",
          "measurementtype",
          "hdrhistogram.percentiles",
          "exporter",
          "exportfile",
          "status",
          "status.interval",
          "label");

  /// Known properties that have no effect, with the reason.
  private static final Map<String, String> WITHOUT_EFFECT = withoutEffect();

  private YcsbProperties() {}

  private static Map<String, String> withoutEffect() {
    Map<String, String> reasons = new LinkedHashMap<>();
    String log = "the run's latency.hdr has all intervals of all operations";
    reasons.put("hdrhistogram.fileoutput", log);
    reasons.put("hdrhistogram.output.path", log);
    reasons.put("measurement.histogram.verbose", log);
    reasons.put("measurement.raw.output_file", "the run's operations.bin has single operations");
    reasons.put("histogram.buckets", "nothing is sorted into buckets of a millisecond");
    reasons.put("timeseries.granularity", "--interval is the length of an interval of the log");
    reasons.put("measurement.trackjvm", "the generator's own pauses are in every run");
    String errors = "failed operations have tags of their own in latency.hdr";
    reasons.put("reportlatencyforeacherror", errors);
    reasons.put("latencytrackederrors", errors);
    reasons.put("readallfieldsbyname", "how all fields are asked for is the driver's choice");
    reasons.put(
        "core_workload_insertion_keep_going_on_error",
        "takt load always continues after a failed insert, and reports the missing records");
    return reasons;
  }

  /// Warnings about a plan's properties: unknown ones, and known ones without effect. Empty if
  /// there are none.
  public static List<String> warnings(KeyValuePlan plan, DriverProvider provider) {
    Set<String> unknown = new TreeSet<>();
    Set<String> idle = new TreeSet<>();
    for (String name : plan.properties().keySet()) {
      boolean isDrivers = provider.knowsWorkloadProperty(name);
      if (name.startsWith("htrace.") && !isDrivers) {
        idle.add(name + " (Takt has no tracing of HTrace's)");
      } else if (WITHOUT_EFFECT.containsKey(name) && !isDrivers) {
        idle.add(name + " (" + WITHOUT_EFFECT.get(name) + ")");
      } else if (!isDrivers && !isKnown(plan, name)) {
        unknown.add(name);
      }
    }
    List<String> warnings = new ArrayList<>();
    if (!unknown.isEmpty()) {
      warnings.add(
          "these properties of the workload are unknown and have no effect: "
              + unknown.stream()
                  .map(each -> withHint(each, plan.places().get(each)))
                  .collect(Collectors.joining(", ")));
    }
    if (!idle.isEmpty()) {
      warnings.add("properties of YCSB that have no effect here: " + String.join("; ", idle));
    }
    String type =
        plan.properties().getOrDefault(OutputProperties.TYPE, OutputProperties.DEFAULT_TYPE);
    if (!type.equals(OutputProperties.DEFAULT_TYPE)) {
      warnings.add(
          EnglishText.format(
              "%s=%s: all lines are those of %s, whose percentiles are exact",
              OutputProperties.TYPE, type, OutputProperties.DEFAULT_TYPE));
    }
    boolean isRun = plan.workloadClass() == null && !plan.isLoad();
    if (isRun && plan.properties().getOrDefault("recordcount", "0").matches("0*")) {
      warnings.add(
          EnglishText.format(
              "recordcount is not set, so %d records are assumed to be there, as in YCSB",
              Integer.MAX_VALUE));
    }
    return List.copyOf(warnings);
  }

  /// A name with its position and a suggestion, such as `redproportion (mix:3; did you mean
  /// readproportion?)`.
  private static String withHint(String name, @Nullable String place) {
    List<String> candidates = new ArrayList<>(CoreWorkload.propertyNames());
    candidates.addAll(OF_THE_RUN);
    candidates.addAll(OF_THE_OUTPUT);
    candidates.addAll(WITHOUT_EFFECT.keySet());
    String meant =
        Spelling.nearest(name, candidates).map(each -> "did you mean " + each + "?").orElse("");
    String hint =
        Stream.of(place == null ? "" : place, meant)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining("; "));
    return hint.isEmpty() ? name : name + " (" + hint + ")";
  }

  private static boolean isKnown(KeyValuePlan plan, String name) {
    return plan.workloadClass() != null
        || CoreWorkload.propertyNames().contains(name)
        || OF_THE_RUN.contains(name)
        || OF_THE_OUTPUT.contains(name);
  }
}
