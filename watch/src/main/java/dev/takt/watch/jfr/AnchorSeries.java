package dev.takt.watch.jfr;

import dev.takt.record.ClockAnchor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Many readings of the monotonic and the wall clock, which turn wall-clock times of others into
/// moments on the monotonic clock, also where the wall clock was set meanwhile. Immutable.
public final class AnchorSeries {

  /// Readings around a moment whose median is taken: one alone may have been interrupted.
  private static final int NEIGHBOURS = 5;

  /// A wall clock is slewed by at most 500 ppm; what goes faster is a step.
  private static final double FASTEST_SLEW = 1e-3;

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

  /// A moment on the monotonic clock.
  ///
  /// @param errorNanos how far it can be from the truth
  public record Moment(long nanoTime, long errorNanos) {}

  /// The moment when the wall clock showed a time. Where it was set back and showed it twice, the
  /// first one; where it was set forward and never did, the step, with its size as the error.
  public Moment at(long epochNanos) {
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
        return new Moment(epochNanos - offset(before), Math.abs(step));
      }
      if (next.epochNanos() - epochNanos < epochNanos - before.epochNanos()) {
        nearest = after;
      }
    }
    long[] offsets = around(nearest);
    long median = offsets[offsets.length / 2];
    long spread = Math.max(median - offsets[0], offsets[offsets.length - 1] - median);
    return new Moment(epochNanos - median, spread + anchors.get(nearest).errorNanos() / 2);
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

  /// How many readings there are.
  public int size() {
    return anchors.size();
  }

  /// The differences of the readings around one, sorted: those without a step in between.
  private long[] around(int index) {
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
            + (long) (FASTEST_SLEW * (after.nanoTime() - before.nanoTime()));
    return Math.abs(offset(after) - offset(before)) > allowed;
  }

  private static long offset(ClockAnchor anchor) {
    return anchor.epochNanos() - anchor.nanoTime();
  }
}
