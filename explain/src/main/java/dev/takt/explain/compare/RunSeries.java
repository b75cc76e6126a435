package dev.takt.explain.compare;

import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a run recorded, interval by interval, after its warm-up.
///
/// @param lengths of the intervals in nanoseconds, positive
/// @param operations by name, each with as many intervals
public record RunSeries(List<Long> lengths, Map<String, OperationSeries> operations) {

  /// So many intervals tell all that resampling can find out; more cost time only.
  static final int MOST_INTERVALS = 600;

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

  /// How long it was, in nanoseconds.
  public long nanos() {
    return lengths.stream().mapToLong(Long::longValue).sum();
  }

  /// The same in intervals so long that there are not too many of them.
  RunSeries shortened() {
    int neighbours = Math.ceilDiv(lengths.size(), MOST_INTERVALS);
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
