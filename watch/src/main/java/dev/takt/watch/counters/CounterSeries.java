package dev.takt.watch.counters;

import dev.takt.counters.Count;
import dev.takt.counters.Event;
import dev.takt.counters.Reading;
import dev.takt.runs.counters.EventCount;
import dev.takt.runs.time.TimeInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Readings of counters at increasing times. Not thread-safe.
final class CounterSeries {

  private static final String NEVER =
      "it never had its turn: more events were counted than the processor has counters";

  private static final String NOT_COVERED =
      "the readings of the counters do not cover the measured time";

  private record Sample(long nanoTime, Reading reading) {}

  private final List<Sample> samples = new ArrayList<>();

  void add(long nanoTime, Reading reading) {
    samples.add(new Sample(nanoTime, reading));
  }

  /// The counts within a time; events that are not known are absent. Empty if the readings do not
  /// cover the time.
  ///
  /// @param window null for all readings
  List<EventCount> within(@Nullable TimeInterval window) {
    if (!covers(window)) {
      return List.of();
    }
    long begin = window == null ? samples.getFirst().nanoTime : window.begin();
    long end = window == null ? samples.getLast().nanoTime : window.end();
    int before = lastAtOrBefore(begin);
    int after = firstAtOrAfter(end);
    List<EventCount> counts = new ArrayList<>();
    for (Event each : samples.getFirst().reading.counts().keySet()) {
      EventCount count = count(each, before, after, begin, end);
      if (count != null) {
        counts.add(count);
      }
    }
    return counts;
  }

  /// The events that could be counted, but whose counts within a time are not known, each with the
  /// reason.
  ///
  /// @param window null for all readings
  Map<Event, String> unknown(@Nullable TimeInterval window) {
    Map<Event, String> unknown = new LinkedHashMap<>();
    if (samples.isEmpty()) {
      return unknown;
    }
    String why = covers(window) ? NEVER : NOT_COVERED;
    List<String> known = within(window).stream().map(EventCount::event).toList();
    samples
        .getLast()
        .reading
        .counts()
        .forEach((event, count) -> {
          if (!(count instanceof Count.NotSupported) && !known.contains(event.label())) {
            unknown.put(event, why);
          }
        });
    return unknown;
  }

  /// Whether there are readings before and after a time, or at its ends.
  ///
  /// @param window null for all readings
  boolean covers(@Nullable TimeInterval window) {
    if (samples.size() < 2) {
      return false;
    }
    if (window == null) {
      return true;
    }
    int before = lastAtOrBefore(window.begin());
    int after = firstAtOrAfter(window.end());
    return before >= 0 && after < samples.size() && before < after;
  }

  /// @param before the last reading at or before the begin
  /// @param after the first one at or after the end
  private @Nullable EventCount count(Event event, int before, int after, long begin, long end) {
    Count outer = between(event, before, after);
    double timeShare = 1;
    long atMost;
    switch (outer) {
      case Count.Exact exact -> atMost = exact.value();
      case Count.Scaled scaled -> {
        atMost = scaled.value();
        timeShare = scaled.ratio();
      }
      case Count.NeverCounted _, Count.NotSupported _ -> {
        return null;
      }
    }
    int first = firstAtOrAfter(begin);
    int last = lastAtOrBefore(end);
    long inner = first < last ? value(event, first, last) : 0;
    double count =
        atMost - outside(event, before, begin, true) - outside(event, after - 1, end, false);
    // Estimates of parts need not add up to that of the whole.
    long atLeast = Math.min(inner, atMost);
    return new EventCount(
        event.label(), Math.clamp(Math.round(count), atLeast, atMost), atLeast, atMost, timeShare);
  }

  /// The part of the counts between two readings that lies outside of the window, at a constant
  /// rate.
  ///
  /// @param left the first of both
  private double outside(Event event, int left, long edge, boolean isBeforeEdge) {
    Sample a = samples.get(left);
    Sample b = samples.get(left + 1);
    double before = (double) (edge - a.nanoTime) / (b.nanoTime - a.nanoTime);
    return value(event, left, left + 1) * (isBeforeEdge ? before : 1 - before);
  }

  private long value(Event event, int from, int to) {
    return switch (between(event, from, to)) {
      case Count.Exact exact -> exact.value();
      case Count.Scaled scaled -> scaled.value();
      case Count.NeverCounted _, Count.NotSupported _ -> 0;
    };
  }

  private Count between(Event event, int from, int to) {
    return samples.get(to).reading.since(samples.get(from).reading).count(event);
  }

  /// -1 if there is none.
  private int lastAtOrBefore(long nanoTime) {
    int index = samples.size() - 1;
    while (index >= 0 && samples.get(index).nanoTime - nanoTime > 0) {
      index--;
    }
    return index;
  }

  /// [List#size] if there is none.
  private int firstAtOrAfter(long nanoTime) {
    int index = 0;
    while (index < samples.size() && samples.get(index).nanoTime - nanoTime < 0) {
      index++;
    }
    return index;
  }
}
