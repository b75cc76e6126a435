package dev.takt.report.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Downsampled points: neighbours are merged into one point with their worst values, so no maximum
/// is lost.
///
/// @param points the resulting points, ascending
/// @param merged the maximum number of points merged into one; 1 if all were kept
/// @param gap the minimum distance of two neighbours with an empty time between them, in
///   nanoseconds
record Thinning(List<PlotPoint> points, int merged, double gap) {

  private static final double GAP_FACTOR = 1.5;

  /// Downsamples to at most `most` points, in equal slices of time.
  ///
  /// @param all ascending
  /// @param most at least 1
  static Thinning of(List<PlotPoint> all, int most) {
    double gap = GAP_FACTOR * (double) medianStep(all);
    if (all.size() <= most) {
      return new Thinning(all, 1, gap);
    }
    long from = all.getFirst().sinceStartNanos();
    double slice = ((double) all.getLast().sinceStartNanos() - (double) from) / most;
    List<PlotPoint> kept = new ArrayList<>(most);
    int merged = 1;
    for (int i = 0; i < all.size(); ) {
      int end = i + 1;
      int index = sliceOf(all.get(i), from, slice, most);
      while (end < all.size() && sliceOf(all.get(end), from, slice, most) == index) {
        end++;
      }
      kept.add(worst(all.subList(i, end)));
      merged = Math.max(merged, end - i);
      i = end;
    }
    return new Thinning(kept, merged, Math.max(gap, GAP_FACTOR * 2 * slice));
  }

  private static int sliceOf(PlotPoint point, long from, double slice, int most) {
    double index = slice == 0 ? 0 : ((double) point.sinceStartNanos() - (double) from) / slice;
    return (int) Math.min(most - 1, index);
  }

  private static PlotPoint worst(List<PlotPoint> some) {
    double p99 = 0;
    PlotPoint highest = some.getFirst();
    for (PlotPoint each : some) {
      p99 = Math.max(p99, each.p99());
      highest = each.max() > highest.max() ? each : highest;
    }
    return new PlotPoint(highest.sinceStartNanos(), p99, highest.max());
  }

  /// The median distance between neighbours.
  private static long medianStep(List<PlotPoint> points) {
    if (points.size() < 2) {
      return 0;
    }
    long[] steps = new long[points.size() - 1];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = points.get(i + 1).sinceStartNanos() - points.get(i).sinceStartNanos();
    }
    Arrays.sort(steps);
    return steps[steps.length / 2];
  }
}
