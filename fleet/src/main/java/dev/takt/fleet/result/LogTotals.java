package dev.takt.fleet.result;

import dev.takt.load.rules.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.read.IntervalLogReader;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The sums of latency logs, by tag. Not thread-safe.
final class LogTotals implements Distributions {

  private final Set<String> journeys;
  private final Map<String, LatencyHistogram> byTag = new HashMap<>();
  private final Map<String, Long> counts = new HashMap<>();
  private final Map<String, Map<String, Long>> errors = new LinkedHashMap<>();
  private final Problems problems = new Problems();
  private @Nullable Long lastInterval;
  private long endNanos;

  /// @param journeys the names of journeys, which have tags like those of operations and are in no
  ///   sum over operations: their steps are
  LogTotals(Set<String> journeys) {
    this.journeys = Set.copyOf(journeys);
  }

  /// New sums of the same plan.
  LogTotals empty() {
    return new LogTotals(journeys);
  }

  /// Adds a log.
  ///
  /// @param start of the schedule, in nanoseconds since 1970-01-01T00:00:00Z
  /// @param intervalNanos the length of its intervals
  void add(LogSource log, long start, long intervalNanos) throws IOException {
    try (IntervalLogReader reader = IntervalLogReader.open(log, Selection.ALL, problems)) {
      for (Interval each = reader.next(); each != null; each = reader.next()) {
        String tag = each.tag();
        if (tag != null && RunTags.parse(tag) != null) {
          byTag.computeIfAbsent(tag, _ -> new LatencyHistogram()).add(each.counts());
          counts.merge(tag, each.counts().total(), Long::sum);
        }
        long middle = each.start() + each.length() / 2 - start;
        long number = Math.max(0, Math.floorDiv(middle, intervalNanos));
        lastInterval = lastInterval == null ? number : Math.max(lastInterval, number);
        endNanos = Math.max(endNanos, each.end() - start);
      }
    }
  }

  /// Adds other sums, and leaves them the numbers of values only: the times of a thousand machines
  /// are gigabytes.
  void take(LogTotals more) {
    more.byTag.forEach(
        (tag, times) -> byTag.computeIfAbsent(tag, _ -> new LatencyHistogram()).add(times));
    more.byTag.clear();
    more.counts.forEach((tag, count) -> counts.merge(tag, count, Long::sum));
    more.errors.forEach(this::addErrors);
    problems.addAll(more.problems);
  }

  /// Adds how often an operation failed, by the label of the failure.
  void addErrors(String operation, Map<String, Long> counts) {
    Map<String, Long> sum = errors.computeIfAbsent(operation, _ -> new LinkedHashMap<>());
    counts.forEach((label, count) -> sum.merge(label, count, Long::sum));
  }

  /// The number of the last interval, from 0; null if there is none.
  @Nullable Long lastInterval() {
    return lastInterval;
  }

  /// From the start of the schedule to the end of the last interval.
  long endNanos() {
    return endNanos;
  }

  /// What was wrong with the logs.
  Problems problems() {
    return problems;
  }

  /// The names of the operations in the logs, without journeys.
  Set<String> operations() {
    Set<String> names = new TreeSet<>();
    for (String tag : byTag.keySet()) {
      RunTags.Tag parsed = RunTags.parse(tag);
      String name = parsed == null ? null : parsed.operation();
      if (name != null && !journeys.contains(name)) {
        names.add(name);
      }
    }
    return names;
  }

  /// How many values a tag has.
  long count(boolean warmup, String operation, OperationState state, Measure measure) {
    return counts.getOrDefault(RunTags.of(warmup, operation, state, measure), 0L);
  }

  @Override
  public LatencyHistogram of(@Nullable String operation, Measure measure) {
    LatencyHistogram sum = new LatencyHistogram();
    if (measure == Measure.LATENESS) {
      add(RunTags.lateness(false), sum);
    } else {
      addStates(operation, measure, List.of(OperationState.COMPLETED), sum);
    }
    return sum;
  }

  @Override
  public LatencyHistogram withTimeouts(@Nullable String operation, Measure measure) {
    LatencyHistogram sum = of(operation, measure);
    if (measure != Measure.LATENESS) {
      addStates(operation, measure, List.of(OperationState.TIMED_OUT), sum);
    }
    return sum;
  }

  @Override
  public LatencyHistogram failures(String operation, Measure measure) {
    LatencyHistogram sum = new LatencyHistogram();
    addStates(operation, measure, List.of(OperationState.FAILED, OperationState.TIMED_OUT), sum);
    return sum;
  }

  private void addStates(
      @Nullable String operation,
      Measure measure,
      List<OperationState> states,
      LatencyHistogram sum) {
    for (String name : operation == null ? operations() : List.of(operation)) {
      states.forEach(state -> add(RunTags.of(false, name, state, measure), sum));
    }
  }

  private void add(String tag, LatencyHistogram sum) {
    LatencyHistogram known = byTag.get(tag);
    if (known != null) {
      sum.add(known);
    }
  }
}
