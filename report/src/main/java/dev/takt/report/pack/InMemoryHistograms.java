package dev.takt.report.pack;

import java.util.List;

/// Queries intervals that are all in memory, by linear search.
///
/// @param list in any order
/// @param medianIntervalNanos the usual length of an interval, in nanoseconds
public record InMemoryHistograms(List<PackedInterval> list, long medianIntervalNanos)
    implements Histograms {

  @Override
  public List<PackedInterval> columns(String tag, long from, long to, int most) {
    List<PackedInterval> meant =
        list.stream()
            .filter(each -> each.tag().equals(tag) && each.begin() >= from && each.begin() < to)
            .toList();
    if (meant.isEmpty()) {
      return meant;
    }
    long first = meant.stream().mapToLong(PackedInterval::begin).min().orElseThrow();
    long last = meant.stream().mapToLong(PackedInterval::begin).max().orElseThrow();
    GridSteps steps = new GridSteps(medianIntervalNanos);
    long step = steps.choose(first, last, most);
    return step == GridSteps.ALL
        ? BoundedIntervals.sums(meant)
        : BoundedIntervals.merged(meant, medianIntervalNanos, step);
  }
}
