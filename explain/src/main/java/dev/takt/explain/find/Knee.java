package dev.takt.explain.find;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Where the curve of latency against throughput bends: beyond the knee, each step up in the rate
/// costs more latency than it brings throughput.
///
/// It is the rate with the greatest *power*, throughput over latency, as L. Kleinrock defined it
/// (On flow control in computer networks, 1978; Power and deterministic rules of thumb for
/// probabilistic problems in computer communications, 1979). It needs no axis and no parameter: in
/// an M/M/1 queue it is at half the capacity, whichever percentile is looked at.
public final class Knee {

  /// A point of the curve.
  ///
  /// @param rate what was asked for, in operations per second
  /// @param achieved what was carried, in operations per second
  /// @param latency in any unit; more than 0
  public record Point(double rate, double achieved, double latency) {

    double power() {
      return achieved / latency;
    }
  }

  private Knee() {}

  /// The knee; nothing where the curve has none, because power still rises at the highest rate or
  /// falls from the lowest one on.
  ///
  /// @param points in any order; of several at the same rate, the one with the median power counts
  /// @return its rate as it was asked for
  public static Optional<Point> of(List<Point> points) {
    TreeMap<Double, List<Point>> byRate = new TreeMap<>();
    for (double rate : points.stream().mapToDouble(Point::rate).distinct().toArray()) {
      byRate.put(
          rate,
          points.stream()
              .filter(each -> each.rate() == rate)
              .sorted(Comparator.comparingDouble(Point::power))
              .toList());
    }
    return byRate.values().stream()
        .map(each -> each.get((each.size() - 1) / 2))
        .max(Comparator.comparingDouble(Point::power))
        .filter(each -> each.rate() > byRate.firstKey() && each.rate() < byRate.lastKey());
  }
}
