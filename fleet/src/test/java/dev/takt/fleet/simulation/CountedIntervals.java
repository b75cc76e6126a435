package dev.takt.fleet.simulation;

import dev.takt.fleet.coordinator.LiveInterval;
import dev.takt.fleet.result.SyntheticMachine;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.read.IntervalLogReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The counts of a log by interval and tag, as text.
final class CountedIntervals {

  private CountedIntervals() {}

  /// Those of a log.
  static Map<String, String> of(Path log, long intervalNanos) throws IOException {
    Map<String, Counts> counts = new TreeMap<>();
    if (Files.exists(log)) {
      add(log, intervalNanos, counts);
    }
    return text(counts);
  }

  private static void add(Path log, long intervalNanos, Map<String, Counts> counts)
      throws IOException {
    try (IntervalLogReader reader =
        IntervalLogReader.open(LogSource.of(log), Selection.ALL, new Problems())) {
      long origin = Long.MIN_VALUE;
      for (Interval each = reader.next(); each != null; each = reader.next()) {
        // The first operation of a load is due at once: each log begins with interval 0.
        origin = origin == Long.MIN_VALUE ? each.start() : origin;
        long number = Math.round((double) (each.start() - origin) / intervalNanos);
        counts
            .computeIfAbsent(number + " " + each.tag(), _ -> new Counts(Layout.THREE_DIGITS))
            .add(each.counts());
      }
    }
  }

  /// Those that machines would record.
  static Map<String, String> of(Iterable<SyntheticMachine> machines) {
    Map<String, Counts> counts = new TreeMap<>();
    for (SyntheticMachine machine : machines) {
      machine
          .intervals()
          .forEach((number, some) ->
              machine
                  .histograms(some)
                  .forEach((tag, histogram) ->
                      histogram.addTo(
                          counts.computeIfAbsent(
                              number + " " + tag, _ -> new Counts(Layout.THREE_DIGITS)))));
    }
    return text(counts);
  }

  /// Those of some machines in one interval, without its number.
  static Map<String, String> of(Iterable<SyntheticMachine> machines, long number) {
    Map<String, Counts> counts = new TreeMap<>();
    for (SyntheticMachine machine : machines) {
      machine
          .histograms(machine.intervals().getOrDefault(number, List.of()))
          .forEach((tag, histogram) ->
              histogram.addTo(counts.computeIfAbsent(tag, _ -> new Counts(Layout.THREE_DIGITS))));
    }
    return text(counts);
  }

  /// Those of an interval that was shown while machines ran.
  static Map<String, String> of(LiveInterval interval) {
    Map<String, Counts> counts = new TreeMap<>();
    interval
        .recorded()
        .forEach((tag, each) -> {
          LatencyHistogram dense = new LatencyHistogram();
          each.addTo(dense);
          counts.put(tag.toString(), dense.toCounts());
        });
    return text(counts);
  }

  private static Map<String, String> text(Map<String, Counts> counts) {
    Map<String, String> text = new TreeMap<>();
    counts.forEach((key, each) -> text.put(key, text(each)));
    return text;
  }

  private static String text(Counts counts) {
    StringBuilder text = new StringBuilder();
    for (int slot = counts.nextUsed(0); slot < counts.length(); slot = counts.nextUsed(slot + 1)) {
      text.append(slot).append(':').append(counts.at(slot)).append(' ');
    }
    return text.toString();
  }
}
