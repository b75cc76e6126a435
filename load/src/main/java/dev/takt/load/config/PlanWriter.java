package dev.takt.load.config;

import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Secrets;
import dev.takt.load.config.source.Values;
import dev.takt.load.config.ycsb.KeyValuePlan;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.rules.Assertion;
import dev.takt.load.schedule.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
    map.put(PlanKey.TARGET.key(), Secrets.masked(plan.target()));
    map.replaceAll((key, value) -> Secrets.masked(Map.of(key, value)).getOrDefault(key, value));
    map.computeIfPresent(
        PlanKey.OTLP_HEADER.key(),
        (key, headers) -> plan.exporting().headers().stream().map(Secrets::withoutValue).toList());
    return map;
  }

  private static Map<String, Object> map(Plan plan) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (PlanKey key : PlanKey.values()) {
      Object value = value(plan, key);
      if (value != null) {
        map.put(key.key(), value);
      }
      if (key == PlanKey.TARGET) {
        plan.properties().forEach((name, property) -> map.put(name, plain(property)));
        ofAllOperations(plan).forEach((name, property) -> map.put(name, plain(property)));
      }
    }
    return map;
  }

  /// A key-value workload generates its own operations. Operation settings apply to each of them.
  private static Map<String, Object> ofAllOperations(Plan plan) {
    return plan.keyValues() == null || plan.operations().isEmpty()
        ? Map.of()
        : plan.operations().getFirst().properties();
  }

  private static @Nullable Object value(Plan plan, PlanKey key) {
    return switch (key) {
      case TARGET -> plan.target();
      case MODE -> plan.mode().lowerCase();
      case RATE -> textOrNull(plan.rate());
      case SCHEDULE -> textOrNull(plan.schedule());
      case SEED -> plan.seed();
      case DURATION -> plan.duration() == null ? null : plain(plan.duration());
      case COUNT -> plan.count();
      case WARMUP -> plain(plan.warmup());
      case DRAIN -> plain(plan.drain());
      case TIMEOUT -> orOff(plan.timeout());
      case CONNECTIONS -> plan.connections();
      case THREADS -> plan.threads();
      case WORKERS -> plan.workers();
      case WORKER_THREADS -> plan.virtualWorkers() ? "virtual" : "platform";
      case PACING -> plan.pacing().name().toLowerCase(Locale.ROOT);
      case SELF_WARMUP -> orOff(plan.selfWarmup());
      case INTERVAL -> plain(plan.interval());
      case TRACE_LIMIT -> plan.traceLimit();
      case FAIL_IF ->
          plan.failIf().isEmpty() ? null : plan.failIf().stream().map(Assertion::rule).toList();
      case WATCH -> plan.watching().level();
      case WATCH_PID -> plan.watching().pid();
      case PROFILE -> orOff(plan.watching().profile());
      case SPAWN -> plan.watching().spawn();
      case PROMETHEUS -> textOrNull(plan.exporting().prometheus());
      case PROMETHEUS_LINGER ->
          plan.exporting().prometheus() == null ? null : plain(plan.exporting().linger());
      case OTLP, OTLP_INTERVAL, OTLP_TEMPORALITY, OTLP_HEADER ->
          plan.exporting().otlp() == null ? null : value(plan.exporting().otlp(), key);
      case OUT -> plan.out();
      case WORKLOAD, PROPERTY, WORKLOAD_CLASS, CLASSPATH ->
          plan.keyValues() == null ? null : value(plan.keyValues(), key);
      case GENERATORS -> plan.keyValues() == null ? new LinkedHashMap<>(plan.generators()) : null;
      case OPERATIONS ->
          plan.keyValues() == null
              ? plan.operations().stream().map(PlanWriter::operation).toList()
              : null;
    };
  }

  private static @Nullable Object value(Exporting.Otlp otlp, PlanKey key) {
    return switch (key) {
      case OTLP_INTERVAL -> plain(otlp.interval());
      case OTLP_TEMPORALITY -> otlp.delta() ? "delta" : "cumulative";
      case OTLP_HEADER -> otlp.headers().isEmpty() ? null : new ArrayList<>(otlp.headers());
      default -> otlp.url().toString();
    };
  }

  /// One map holds all properties, from whatever source. It also defines the operations.
  private static @Nullable Object value(KeyValuePlan plan, PlanKey key) {
    return switch (key) {
      case WORKLOAD -> Secrets.masked(new LinkedHashMap<>(plan.properties()));
      case WORKLOAD_CLASS -> plan.workloadClass();
      case CLASSPATH -> plan.classpath().isEmpty() ? null : new ArrayList<>(plan.classpath());
      default -> null;
    };
  }

  private static Map<String, Object> operation(OperationSpec operation) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", operation.name());
    map.put("weight", number(operation.weight()));
    operation.properties().forEach((name, value) -> map.put(name, plain(value)));
    return map;
  }

  private static Number number(double weight) {
    long whole = (long) weight;
    return whole == weight ? (Number) whole : (Number) weight;
  }

  private static Object plain(Object value) {
    return switch (value) {
      case Duration duration -> Durations.format(duration);
      case List<?> list -> new ArrayList<>(list);
      default -> value;
    };
  }

  private static String orOff(Duration duration) {
    return duration.isZero() ? Values.OFF : Durations.format(duration);
  }

  private static @Nullable String textOrNull(@Nullable Object value) {
    return value == null ? null : value.toString();
  }
}
