package dev.takt.load.plan;

import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValueWorkload;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.keyvalue.RecordList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a plan says of a workload on records.
///
/// @param properties of the workload, in the order in which they were said
/// @param workloadClass of a workload that somebody wrote in Java; null for YCSB's core workload
/// @param classpath where that class is: jars and folders
/// @param places where in files properties were said, such as `workloada:3`
/// @param isEndSaid whether somebody said how long a run takes, or how many operations it has
public record KeyValuePlan(
    Map<String, String> properties,
    @Nullable String workloadClass,
    List<String> classpath,
    Map<String, String> places,
    boolean isEndSaid) {

  /// Copies what can change.
  public KeyValuePlan {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    classpath = List.copyOf(classpath);
    places = Map.copyOf(places);
  }

  /// Who said something, and where, does not change what was said.
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

  /// Whether the records are inserted, and not yet worked with: what YCSB calls the load phase.
  public boolean isLoad() {
    String transactions = properties.getOrDefault(YcsbProperties.TRANSACTIONS, "true");
    return transactions.strip().toLowerCase(Locale.ROOT).equals("false");
  }

  /// The records of the load phase.
  public RecordList records() {
    return RecordList.range(
        whole("insertstart", 0), Math.clamp(recordsToInsert(), 0, RecordList.MOST));
  }

  /// How many records the load phase is to insert; less than 1 where that is not said.
  long recordsToInsert() {
    return whole("insertcount", whole("recordcount", 0) - whole("insertstart", 0));
  }

  private long whole(String name, long usual) {
    try {
      return Long.parseLong(properties.getOrDefault(name, Long.toString(usual)).strip());
    } catch (NumberFormatException _) {
      return usual; // it is told when the properties are checked
    }
  }

  /// Makes what makes the operations.
  ///
  /// @param records of the load phase; not used otherwise
  /// @throws WorkloadClassException if the class cannot be used, with a message for people
  KeyValues make(long seed, @Nullable RecordList records) throws WorkloadClassException {
    RecordList loaded = isLoad() ? (records == null ? records() : records) : null;
    if (workloadClass != null) {
      KeyValueWorkload workload = WorkloadClasses.instance(workloadClass, classpath);
      return WorkloadClasses.open(workload, properties, seed, loaded);
    }
    return loaded == null
        ? CoreWorkload.of(properties, seed)
        : CoreWorkload.load(properties, seed, loaded);
  }
}
