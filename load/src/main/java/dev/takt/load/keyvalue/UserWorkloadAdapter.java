package dev.takt.load.keyvalue;

import dev.takt.load.workload.Workload;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Adapts a user's workload for drivers.
public final class UserWorkloadAdapter implements KeyValues {

  private final KeyValueWorkload workload;
  private final Map<String, String> properties;
  private final @Nullable RecordList load;
  private final List<KeyValueKind> kinds;
  private final List<Double> weights;
  private final List<String> fieldNames;

  /// @param workload already initialised with [KeyValueWorkload#begin]
  /// @param load the records of the load phase; null if they exist already
  /// @throws IllegalArgumentException if the workload declares something invalid
  public UserWorkloadAdapter(
      KeyValueWorkload workload, Map<String, String> properties, @Nullable RecordList load) {
    this.workload = workload;
    this.properties = Map.copyOf(properties);
    this.load = load;
    this.kinds = load == null ? List.copyOf(workload.kinds()) : List.of(KeyValueKind.INSERT);
    this.weights = load == null ? List.copyOf(workload.weights()) : List.of(1.0);
    this.fieldNames = List.copyOf(workload.fieldNames());
    boolean weighted = weights.stream().allMatch(each -> each > 0 && each <= Workload.MAX_WEIGHT);
    if (kinds.isEmpty()
        || kinds.size() != kinds.stream().distinct().count()
        || weights.size() != kinds.size()
        || !weighted) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "expected different kinds and a weight above 0, at most 1e15, for each, found %s and %s",
              kinds, weights));
    }
    if (fieldNames.isEmpty() || workload.maxValueLength() < 0) {
      throw new IllegalArgumentException("expected at least one field, and a length of values");
    }
  }

  @Override
  public List<KeyValueKind> kinds() {
    return kinds;
  }

  @Override
  public List<Double> weights() {
    return weights;
  }

  @Override
  public void begin() {
    if (load != null) {
      load.begin();
    }
  }

  @Override
  public String table() {
    return workload.table();
  }

  @Override
  public List<String> fieldNames() {
    return fieldNames;
  }

  @Override
  public int maxValueLength() {
    return workload.maxValueLength();
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public KeyValueRequest newRequest() {
    return new UserWorkloadRequest(this, workload, load);
  }
}
