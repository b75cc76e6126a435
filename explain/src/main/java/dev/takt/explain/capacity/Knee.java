package dev.takt.explain.capacity;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Finds the knee of the latency-throughput curve: beyond it, a higher rate increases latency more
/// than throughput, in proportion.
///
/// It is the rate with the greatest *power*, throughput divided by latency, as L. Kleinrock defined
/// it (On flow control in computer networks, 1978; Power and deterministic rules of thumb for
/// probabilistic problems in computer communications, 1979). It depends on no axis scale and no
/// parameter: in an M/M/1 queue it is at half the capacity, for any percentile.
public final class Knee {

  /// A point of the curve.
  ///
  /// @param rate the requested rate, in operations per second
  /// @param achieved the achieved throughput, in operations per second
  /// @param latency the latency, in any unit; more than 0
  public record Point(double rate, double achieved, double latency) {

    double power() {
      return achieved / latency;
    }
  }

  private Knee() {}

  /// The knee; empty if the curve has none: power still rises at the highest rate, or falls from
  /// the lowest one on.
  ///
  /// @param points the points, in any order; among several with the same rate, the one with the
  ///   median power counts
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
