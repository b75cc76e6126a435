package dev.takt.load.config;

import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Secrets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/// Writes a plan with all defaults filled in; [PlanReader] can read it back.
public final class PlanWriter {

  private PlanWriter() {}

  /// YAML for people to read and run. Passwords and other credentials are masked, and a comment
  /// says so.
  public static String masked(Plan plan) {
    Map<String, Object> record = record(plan);
    String note = "# *** is a masked secret; replace it before running the plan\n";
    return (record.equals(map(plan)) ? "" : note) + yaml(record);
  }

  /// YAML with passwords and keys among a workload's properties masked, but not other credentials.
  public static String yaml(Plan plan) {
    return yaml(map(plan));
  }

  private static String yaml(Map<String, Object> plan) {
    return YAMLMapper.builder()
        .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
        .disable(YAMLWriteFeature.SPLIT_LINES)
        .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
        .build()
        .writeValueAsString(plan);
  }

  /// The plan as text, numbers, booleans, lists and maps, which the run directory stores. Omits
  /// passwords.
  public static Map<String, Object> record(Plan plan) {
    Map<String, Object> map = map(plan);
    map.put(PlanKey.TARGET.key(), plan.displayTarget());
    map.replaceAll((key, value) -> Secrets.masked(Map.of(key, value)).getOrDefault(key, value));
    map.computeIfPresent(
        PlanKey.OTLP_HEADER.key(),
        (key, headers) -> plan.exporting().headers().stream().map(Secrets::withoutValue).toList());
    return map;
  }

  private static Map<String, Object> map(Plan plan) {
    KeyWriter keys = new KeyWriter();
    plan.write(keys);
    Map<String, Object> map = new LinkedHashMap<>();
    keys.values()
        .forEach((key, value) -> {
          map.put(key.key(), value);
          if (key == PlanKey.TARGET) {
            map.putAll(plan.target().driverProperties());
          }
        });
    return map;
  }
}
