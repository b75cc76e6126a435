package dev.takt.explain.attribution.classify;

import dev.takt.runs.time.IntervalSet;
import dev.takt.runs.time.TimeInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Which stall owns each moment: segments that do not overlap, in the order of time. Immutable.
public final class Timeline {

  /// The lowest rank of vague intervals: after all exact ones and the waits of threads.
  public static final int VAGUE_RANK = 200;

  /// The interval of a stall, or of a part of it.
  ///
  /// @param rank its precedence: the lowest rank owns a moment
  /// @param stall the index of the stall
  /// @param isContention whether this is contention after the stall, not the stall itself
  public record StallInterval(long begin, long end, int rank, int stall, boolean isContention) {

    public StallInterval(long begin, long end, int rank, int stall) {
      this(begin, end, rank, stall, false);
    }

    /// Whether this interval is vague; a contention interval can be, even if its stall is exact.
    boolean isVague() {
      return rank >= VAGUE_RANK;
    }
  }

  private final IntervalSet intervals;
  private final int[] stalls;
  private final boolean[] isContention;
  private final boolean[] isVague;

  private Timeline(List<StallInterval> segments) {
    intervals =
        IntervalSet.ofDisjoint(
            segments.stream().mapToLong(StallInterval::begin).toArray(),
            segments.stream().mapToLong(StallInterval::end).toArray());
    stalls = segments.stream().mapToInt(StallInterval::stall).toArray();
    isContention = new boolean[stalls.length];
    isVague = new boolean[stalls.length];
    for (int i = 0; i < stalls.length; i++) {
      isContention[i] = segments.get(i).isContention;
      isVague[i] = segments.get(i).isVague();
    }
  }

  /// Assigns each moment to the interval with the lowest rank; among equals, to the one that began
  /// first.
  public static Timeline of(List<StallInterval> intervals) {
    List<StallInterval> byBegin = new ArrayList<>(intervals);
    byBegin.sort(
        Comparator.comparingLong(StallInterval::begin)
            .thenComparingInt(StallInterval::rank)
            .thenComparingLong(StallInterval::end)
            .thenComparingInt(StallInterval::stall));
    long[] edges = new long[2 * byBegin.size()];
    for (int i = 0; i < byBegin.size(); i++) {
      edges[2 * i] = byBegin.get(i).begin;
      edges[2 * i + 1] = byBegin.get(i).end;
    }
    Arrays.sort(edges);
    PriorityQueue<StallInterval> open =
        new PriorityQueue<>(
            Comparator.comparingInt(StallInterval::rank)
                .thenComparingLong(StallInterval::begin)
                .thenComparingInt(StallInterval::stall));
    List<StallInterval> segments = new ArrayList<>();
    int next = 0;
    for (int i = 0; i + 1 < edges.length; i++) {
      while (next < byBegin.size() && byBegin.get(next).begin <= edges[i]) {
        open.add(byBegin.get(next++));
      }
      while (!open.isEmpty() && open.element().end <= edges[i]) {
        open.remove();
      }
      if (!open.isEmpty() && edges[i] < edges[i + 1]) {
        append(segments, edges[i], edges[i + 1], open.element());
      }
    }
    return new Timeline(segments);
  }

  private static void append(
      List<StallInterval> segments, long begin, long end, StallInterval owner) {
    if (!segments.isEmpty()) {
      StallInterval last = segments.getLast();
      if (last.end == begin
          && last.stall == owner.stall
          && last.isContention == owner.isContention
          && last.isVague() == owner.isVague()) {
        segments.set(
            segments.size() - 1,
            new StallInterval(last.begin, end, owner.rank, owner.stall, owner.isContention));
        return;
      }
    }
    segments.add(new StallInterval(begin, end, owner.rank, owner.stall, owner.isContention));
  }

  /// The number of segments.
  public int size() {
    return stalls.length;
  }

  public long begin(int segment) {
    return intervals.begin(segment);
  }

  public long end(int segment) {
    return intervals.end(segment);
  }

  /// The index of the stall that owns a segment.
  public int stall(int segment) {
    return stalls[segment];
  }

  /// Whether a segment is contention after that stall, not the stall itself.
  public boolean isContention(int segment) {
    return isContention[segment];
  }

  /// Whether a segment is vague, even if the stall that owns it is exact.
  public boolean isVague(int segment) {
    return isVague[segment];
  }

  /// The first segment that ends after a moment; [#size] if there is none. A linear scan, for
  /// callers that ask for ascending moments.
  ///
  /// @param from where the scan starts: at or before that segment
  public int firstEndingAfter(long moment, int from) {
    int segment = from;
    while (segment < stalls.length && intervals.end(segment) <= moment) {
      segment++;
    }
    return segment;
  }

  /// The first segment that ends after a moment; [#size] if there is none. A binary search.
  public int firstEndingAfter(long moment) {
    return intervals.firstEndingAfter(moment);
  }

  /// The part of a segment between two moments, in nanoseconds.
  public long overlap(int segment, long from, long to) {
    return TimeInterval.overlap(begin(segment), end(segment), from, to);
  }

  /// The total length of the segments between two moments.
  public long overlap(long from, long to) {
    return intervals.overlap(from, to);
  }
}
