package dev.takt.load.config.ycsb;

import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValueWorkload;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.keyvalue.RecordList;
import dev.takt.runs.text.MachineText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A plan's key-value workload, and the one workload instance that all of its users share. Two are
/// equal if their settings are equal. Thread-safe.
public final class KeyValuePlan {

  private final Map<String, String> properties;
  private final @Nullable String workloadClass;
  private final List<String> classpath;
  private final Map<String, String> places;
  private final boolean hasEndCondition;

  // Created on first use, for the seed that all runs of a plan share.
  private long madeFor;
  private @Nullable KeyValueWorkload begun;
  private @Nullable KeyValues made;

  /// @param properties of the workload, in the order in which they were set
  /// @param workloadClass class of a user's Java workload; null for YCSB's core workload
  /// @param classpath jars and folders that contain that class
  /// @param places file positions at which properties were set, such as `workloada:3`
  /// @param hasEndCondition whether the plan or its properties limit the run's duration or
  ///   operation count
  public KeyValuePlan(
      Map<String, String> properties,
      @Nullable String workloadClass,
      List<String> classpath,
      Map<String, String> places,
      boolean hasEndCondition) {
    this.properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    this.workloadClass = workloadClass;
    this.classpath = List.copyOf(classpath);
    this.places = Map.copyOf(places);
    this.hasEndCondition = hasEndCondition;
  }

  /// The workload's properties, in the order in which they were set; unmodifiable.
  public Map<String, String> properties() {
    return properties;
  }

  /// The class of a user's Java workload; null for YCSB's core workload.
  public @Nullable String workloadClass() {
    return workloadClass;
  }

  /// The jars and folders that contain that class.
  public List<String> classpath() {
    return classpath;
  }

  /// File positions at which properties were set, such as `workloada:3`. Ignored in comparisons,
  /// like [#hasEndCondition]: where a value was set does not change the workload.
  public Map<String, String> places() {
    return places;
  }

  /// Whether the plan or its properties limit the run's duration or operation count.
  public boolean hasEndCondition() {
    return hasEndCondition;
  }

  /// Whether this is YCSB's load phase, which only inserts the records.
  public boolean isLoad() {
    String transactions = properties.getOrDefault(YcsbProperties.TRANSACTIONS, "true");
    return transactions.strip().toLowerCase(Locale.ROOT).equals("false");
  }

  /// The records that the load phase inserts.
  public RecordList records() {
    return RecordList.range(
        whole("insertstart", 0), Math.clamp(recordsToInsert(), 0, RecordList.MOST));
  }

  /// How many records the load phase inserts; less than 1 if no property sets it.
  long recordsToInsert() {
    return whole("insertcount", whole("recordcount", 0) - whole("insertstart", 0));
  }

  private long whole(String name, long defaultValue) {
    try {
      return Long.parseLong(properties.getOrDefault(name, Long.toString(defaultValue)).strip());
    } catch (NumberFormatException _) {
      return defaultValue; // the check of the properties reports it
    }
  }

  /// Returns the generator of operations. It is created once and then reused. Load phases have
  /// different records each time, but share the instance of the user's class.
  ///
  /// @param records of the load phase; ignored otherwise
  /// @throws WorkloadClassException if the class cannot be used, with a message for people
  public synchronized KeyValues make(long seed, @Nullable RecordList records)
      throws WorkloadClassException {
    if (seed != madeFor) {
      begun = null;
      made = null;
      madeFor = seed;
    }
    if (isLoad()) {
      return made(seed, records == null ? records() : records);
    }
    KeyValues known = made;
    if (known == null) {
      known = made(seed, null);
      made = known;
    }
    return known;
  }

  private KeyValues made(long seed, @Nullable RecordList loaded) throws WorkloadClassException {
    if (workloadClass == null) {
      return loaded == null
          ? CoreWorkload.of(properties, seed)
          : CoreWorkload.load(properties, seed, loaded);
    }
    KeyValueWorkload own = begun;
    if (own == null) {
      own = WorkloadClasses.instance(workloadClass, classpath);
      WorkloadClasses.begin(own, properties, seed);
      begun = own;
    }
    return WorkloadClasses.open(own, properties, loaded);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyValuePlan that
        && properties.equals(that.properties)
        && Objects.equals(workloadClass, that.workloadClass)
        && classpath.equals(that.classpath);
  }

  @Override
  public int hashCode() {
    return Objects.hash(properties, workloadClass, classpath);
  }

  @Override
  public String toString() {
    return MachineText.format(
        "KeyValuePlan[workloadClass=%s, classpath=%s]", workloadClass, classpath);
  }
}
