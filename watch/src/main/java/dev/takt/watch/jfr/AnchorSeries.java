package dev.takt.watch.jfr;

import dev.takt.record.ClockAnchor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Converts wall-clock times to the monotonic clock, by means of paired readings of both clocks.
/// Handles wall clocks that were set meanwhile. Immutable.
public final class AnchorSeries {

  /// How many readings around a time the median is taken of; a single one may have been
  /// interrupted.
  private static final int NEIGHBOURS = 5;

  /// A wall clock is slewed by at most 500 ppm; a faster change is a step.
  private static final double MAX_SLEW = 1e-3;

  private final List<ClockAnchor> anchors;

  /// @param anchors at least one, in any order
  public AnchorSeries(List<ClockAnchor> anchors) {
    if (anchors.isEmpty()) {
      throw new IllegalArgumentException("no anchors");
    }
    List<ClockAnchor> sorted = new ArrayList<>(anchors);
    sorted.sort(Comparator.comparingLong(ClockAnchor::nanoTime));
    this.anchors = List.copyOf(sorted);
  }

  /// A time on the monotonic clock.
  ///
  /// @param errorNanos its maximum error
  public record MonotonicTime(long nanoTime, long errorNanos) {}

  /// Returns the monotonic time at which the wall clock showed a time. If the wall clock was set
  /// back and showed it twice, that is the first one. If it was set forward and never showed it,
  /// that is the time of the step, with the size of the step as the error.
  public MonotonicTime toMonotonic(long epochNanos) {
    int after = 0;
    while (after < anchors.size() && anchors.get(after).epochNanos() <= epochNanos) {
      after++;
    }
    int nearest = Math.max(0, after - 1);
    if (after > 0 && after < anchors.size()) {
      ClockAnchor before = anchors.get(after - 1);
      ClockAnchor next = anchors.get(after);
      long step = offset(next) - offset(before);
      if (isStep(before, next)) {
        return new MonotonicTime(epochNanos - offset(before), Math.abs(step));
      }
      if (next.epochNanos() - epochNanos < epochNanos - before.epochNanos()) {
        nearest = after;
      }
    }
    long[] offsets = offsetsAround(nearest);
    long median = offsets[offsets.length / 2];
    long spread = Math.max(median - offsets[0], offsets[offsets.length - 1] - median);
    return new MonotonicTime(epochNanos - median, spread + anchors.get(nearest).errorNanos() / 2);
  }

  /// How often the wall clock was set.
  public int steps() {
    int steps = 0;
    for (int i = 1; i < anchors.size(); i++) {
      if (isStep(anchors.get(i - 1), anchors.get(i))) {
        steps++;
      }
    }
    return steps;
  }

  /// The number of readings.
  public int size() {
    return anchors.size();
  }

  /// The clock offsets of the readings around one, sorted, as far as there is no step in between.
  private long[] offsetsAround(int index) {
    int from = index;
    int to = index;
    while (to - from + 1 < NEIGHBOURS) {
      boolean back = from > 0 && !isStep(anchors.get(from - 1), anchors.get(from));
      boolean on = to + 1 < anchors.size() && !isStep(anchors.get(to), anchors.get(to + 1));
      if (!back && !on) {
        break;
      }
      if (back && (!on || index - from <= to - index)) {
        from--;
      } else {
        to++;
      }
    }
    long[] offsets =
        anchors.subList(from, to + 1).stream().mapToLong(AnchorSeries::offset).toArray();
    Arrays.sort(offsets);
    return offsets;
  }

  private static boolean isStep(ClockAnchor before, ClockAnchor after) {
    long allowed =
        before.errorNanos()
            + after.errorNanos()
            + 100_000
            + (long) (MAX_SLEW * (after.nanoTime() - before.nanoTime()));
    return Math.abs(offset(after) - offset(before)) > allowed;
  }

  private static long offset(ClockAnchor anchor) {
    return anchor.epochNanos() - anchor.nanoTime();
  }
}
