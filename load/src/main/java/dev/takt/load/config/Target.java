package dev.takt.load.config;

import dev.takt.load.config.replay.ReplayReader;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Secrets;
import dev.takt.load.config.ycsb.KeyValuePlan;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.replay.ReplayLog;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is driven, and by which operations.
///
/// @param address of the system to drive
/// @param properties of the target as a whole, as its driver declares them
/// @param keyValues the key-value workload that supplies the operations; null for none
/// @param generators of the operations' templates, by name
/// @param operations the kinds of operations; at least one
/// @param journeys whose steps the operations are; null for none
/// @param replay the log whose requests the operations are; null for none
public record Target(
    String address,
    Map<String, Object> properties,
    @Nullable KeyValuePlan keyValues,
    Map<String, String> generators,
    List<OperationSpec> operations,
    @Nullable JourneyPlan journeys,
    @Nullable ReplayLog replay) {

  /// Copies the collections, so that the record is immutable.
  public Target {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    generators = Collections.unmodifiableMap(new LinkedHashMap<>(generators));
    operations = List.copyOf(operations);
  }

  /// Writes all keys but the target itself. A key-value workload generates its own operations. One
  /// map holds all of its properties, from whatever source.
  void write(KeyWriter to) {
    if (replay != null) {
      to.put(PlanKey.REPLAY, ReplayReader.plain(replay.settings()));
      to.put(PlanKey.GENERATORS, new LinkedHashMap<>(generators));
    } else if (journeys != null) {
      to.put(PlanKey.GENERATORS, new LinkedHashMap<>(generators));
      to.put(PlanKey.CLASSPATH, journeys.classpath().isEmpty() ? null : journeys.classpath());
      to.put(PlanKey.JOURNEYS, journeys.plain(operations));
    } else if (keyValues == null) {
      to.put(PlanKey.GENERATORS, new LinkedHashMap<>(generators));
      to.put(PlanKey.OPERATIONS, operations.stream().map(Target::plain).toList());
    } else {
      to.put(PlanKey.WORKLOAD, Secrets.masked(new LinkedHashMap<>(keyValues.properties())));
      to.put(PlanKey.WORKLOAD_CLASS, keyValues.workloadClass());
      to.put(PlanKey.CLASSPATH, keyValues.classpath().isEmpty() ? null : keyValues.classpath());
    }
  }

  /// The same for one of several generators.
  Target forGenerator() {
    JourneyPlan otherJourneys = journeys == null ? null : journeys.forGenerator();
    return new Target(
        address,
        properties,
        keyValues,
        generators,
        operations,
        otherJourneys,
        replay == null ? null : replay.forGenerator());
  }

  /// The properties of the driver: those of the target, and those of all operations of a key-value
  /// workload or a replay.
  Map<String, Object> driverProperties() {
    Map<String, Object> all = new LinkedHashMap<>(properties);
    if ((keyValues != null || replay != null) && !operations.isEmpty()) {
      all.putAll(operations.getFirst().properties());
      all.keySet().removeIf(each -> replay != null && each.equals(ReplayReader.METHOD));
    }
    all.replaceAll((_, value) -> KeyWriter.plain(value));
    return all;
  }

  private static Map<String, Object> plain(OperationSpec operation) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", operation.name());
    map.put("weight", number(operation.weight()));
    operation.properties().forEach((name, value) -> map.put(name, KeyWriter.plain(value)));
    return map;
  }

  static Number number(double weight) {
    long whole = (long) weight;
    return whole == weight ? (Number) whole : (Number) weight;
  }
}
