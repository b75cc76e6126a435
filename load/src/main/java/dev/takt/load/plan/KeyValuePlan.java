package dev.takt.load.plan;

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

/// What a plan says of a workload on records, and the one instance of it that all who need it
/// share. Equal are those that say the same. Thread-safe.
public final class KeyValuePlan {

  private final Map<String, String> properties;
  private final @Nullable String workloadClass;
  private final List<String> classpath;
  private final Map<String, String> places;
  private final boolean isEndSaid;

  // Made when they are needed first, for the seed that all runs of a plan have.
  private long madeFor;
  private @Nullable KeyValueWorkload begun;
  private @Nullable KeyValues made;

  /// @param properties of the workload, in the order in which they were said
  /// @param workloadClass of a workload that somebody wrote in Java; null for YCSB's core workload
  /// @param classpath where that class is: jars and folders
  /// @param places where in files properties were said, such as `workloada:3`
  /// @param isEndSaid whether somebody said how long a run takes, or how many operations it has
  public KeyValuePlan(
      Map<String, String> properties,
      @Nullable String workloadClass,
      List<String> classpath,
      Map<String, String> places,
      boolean isEndSaid) {
    this.properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    this.workloadClass = workloadClass;
    this.classpath = List.copyOf(classpath);
    this.places = Map.copyOf(places);
    this.isEndSaid = isEndSaid;
  }

  /// The workload's properties, in the order in which they were said; not modifiable.
  public Map<String, String> properties() {
    return properties;
  }

  /// The class of a workload that somebody wrote in Java; null for YCSB's core workload.
  public @Nullable String workloadClass() {
    return workloadClass;
  }

  /// Where that class is: jars and folders.
  public List<String> classpath() {
    return classpath;
  }

  /// Where in files properties were said, such as `workloada:3`. Does not count in comparisons, as
  /// who said something does not change what was said; nor does [#isEndSaid].
  public Map<String, String> places() {
    return places;
  }

  /// Whether somebody said how long a run takes, or how many operations it has.
  public boolean isEndSaid() {
    return isEndSaid;
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

  /// What makes the operations. It is made once, however often it is asked for; a load phase, which
  /// has other records each time, shares the instance of the user's class.
  ///
  /// @param records of the load phase; not used otherwise
  /// @throws WorkloadClassException if the class cannot be used, with a message for people
  synchronized KeyValues make(long seed, @Nullable RecordList records)
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
