package dev.takt.load.config;

import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Secrets;
import dev.takt.load.config.ycsb.KeyValuePlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/// Writes a plan with all defaults filled in; [PlanReader] can read it back.
public final class PlanWriter {

  /// A key of the plan, or of an operation in its list.
  private static final Pattern KEY = Pattern.compile("( {2}|- |)([a-z][a-z0-9-]*):");

  private static final Set<PlanKey> WHOLE =
      Set.of(
          PlanKey.RATE,
          PlanKey.SCHEDULE,
          PlanKey.COUNT,
          PlanKey.SEED,
          PlanKey.OPERATIONS,
          PlanKey.GENERATORS,
          PlanKey.USERS,
          PlanKey.JOURNEYS);
  private static final Set<PlanKey> EACH =
      Set.of(PlanKey.CONNECTIONS, PlanKey.THREADS, PlanKey.WORKERS, PlanKey.TRACE_LIMIT);
  private static final Set<PlanKey> SAME = Set.of(PlanKey.DURATION, PlanKey.WARMUP);

  private PlanWriter() {}

  /// YAML for people to read and run. Passwords and other credentials are masked, and a comment
  /// says so. Comments name the source of each key.
  public static String masked(SourcedPlan read) {
    Map<String, Object> record = record(read.plan());
    String note = "# *** is a masked secret; replace it before running the plan\n";
    String yaml = withSources(yaml(record), read);
    return (record.equals(map(read.plan())) ? "" : note) + yaml;
  }

  /// Keys of single operations have a comment only if they are set for all operations at once.
  private static String withSources(String yaml, SourcedPlan read) {
    StringBuilder text = new StringBuilder();
    boolean isInOperations = false;
    for (String line : yaml.split("\n", -1)) {
      Matcher key = KEY.matcher(line);
      boolean isKey = key.lookingAt();
      boolean isTop = isKey && key.group(1).isEmpty();
      if (isTop) {
        isInOperations = key.group(2).equals(PlanKey.OPERATIONS.key());
      }
      String source = isKey ? read.sources().get(key.group(2)) : null;
      text.append(line);
      if (isTop || (isInOperations && source != null)) {
        text.append("  # ").append(source == null ? "default" : source);
        text.append(read.isOnFleet() && isTop ? whose(key.group(2)) : "");
        text.append(isTop ? why(key.group(2), read) : "");
      }
      text.append('\n');
    }
    text.setLength(text.length() - 1);
    return text.toString();
  }

  /// Of what a value is on several machines, where that is a question.
  private static String whose(String key) {
    return isOf(WHOLE, key)
        ? ", of all machines together"
        : isOf(EACH, key)
            ? ", of each machine"
            : isOf(SAME, key) ? ", the same on all machines" : "";
  }

  /// Why a default is as it is, where that is a question.
  private static String why(String key, SourcedPlan read) {
    boolean isByUsers =
        key.equals(PlanKey.CONNECTIONS.key())
            && read.isOnFleet()
            && !read.plan().concurrency().pool().isGiven()
            && read.plan().load().users() != null;
    return isByUsers ? ": as many as its users need" : "";
  }

  private static boolean isOf(Set<PlanKey> keys, String key) {
    return keys.stream().anyMatch(each -> each.key().equals(key));
  }

  /// YAML with passwords and keys among a workload's properties masked, but not other credentials.
  public static String yaml(Plan plan) {
    return yaml(map(plan));
  }

  /// YAML with all secrets, for a generator that runs this plan elsewhere. It has its own part of
  /// the users, and so of their connections.
  public static String withSecrets(Plan plan) {
    Map<String, Object> map = map(plan);
    if (!plan.concurrency().pool().isGiven()) {
      map.remove(PlanKey.CONNECTIONS.key());
    }
    KeyValuePlan keyValues = plan.target().keyValues();
    if (keyValues != null) {
      map.put(PlanKey.WORKLOAD.key(), new LinkedHashMap<>(keyValues.properties()));
    }
    return yaml(map);
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
    map.put(PlanKey.TARGET.key(), plan.target().address());
    map.putAll(plan.target().driverProperties());
    keys.values().forEach((key, value) -> map.put(key.key(), value));
    return map;
  }
}
