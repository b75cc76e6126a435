package dev.takt.report.pack;

import java.util.List;

/// Queries intervals that are all in memory, by linear search.
///
/// @param list in any order
/// @param usual the usual length of an interval, in nanoseconds
public record ListedHistograms(List<PackedInterval> list, long usual) implements Histograms {

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
    Steps steps = new Steps(usual);
    long step = steps.of(first, last, most);
    return step == Steps.ALL ? Intervals.sums(meant) : Intervals.merged(meant, usual, step);
  }
}
