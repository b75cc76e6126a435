package dev.takt.explain.comparison;

import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The recorded intervals of a run after its warm-up.
///
/// @param lengths the lengths of the intervals in nanoseconds, positive
/// @param operations the operations by name, each with the same number of intervals
public record RunSeries(List<Long> lengths, Map<String, OperationSeries> operations) {

  /// The maximum number of intervals: more would not improve resampling and only cost time.
  static final int MAX_INTERVALS = 600;

  /// @throws IllegalArgumentException if an operation has another number of intervals
  public RunSeries {
    lengths = List.copyOf(lengths);
    operations = new TreeMap<>(operations);
    for (Map.Entry<String, OperationSeries> each : operations.entrySet()) {
      if (each.getValue().size() != lengths.size()) {
        throw new IllegalArgumentException(
            EnglishText.format(
                "%s has %d intervals, the run %d",
                each.getKey(), each.getValue().size(), lengths.size()));
      }
    }
  }

  /// The total length, in nanoseconds.
  public long nanos() {
    return lengths.stream().mapToLong(Long::longValue).sum();
  }

  /// The same with neighbouring intervals merged, so that there are at most [#MAX_INTERVALS].
  RunSeries coarsened() {
    int neighbours = Math.ceilDiv(lengths.size(), MAX_INTERVALS);
    if (neighbours <= 1) {
      return this;
    }
    List<Long> longer = new ArrayList<>();
    for (int from = 0; from < lengths.size(); from += neighbours) {
      List<Long> part = lengths.subList(from, Math.min(from + neighbours, lengths.size()));
      longer.add(part.stream().mapToLong(Long::longValue).sum());
    }
    Map<String, OperationSeries> coarser = new LinkedHashMap<>();
    operations.forEach((name, series) -> coarser.put(name, series.coarser(neighbours)));
    return new RunSeries(longer, coarser);
  }
}
