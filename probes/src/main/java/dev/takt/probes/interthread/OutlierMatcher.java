package dev.takt.probes.interthread;

import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.time.IntervalSet;
import dev.takt.runs.time.TimeInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Matches outliers with the stalls that overlap them, on one clock.
///
/// A stall explains the time that it shares with an outlier, if it can have stopped the threads
/// that worked on that: it stopped the whole process, one of those threads, or the machine. Kinds
/// that only show that some thread waited somewhere (pressure), or that run concurrently with the
/// application (compilation), explain nothing.
///
/// Immutable.
public final class OutlierMatcher {

  private static final Set<StallKind> NON_BLOCKING_KINDS =
      EnumSet.of(
          StallKind.CPU_PRESSURE,
          StallKind.IO_PRESSURE,
          StallKind.MEMORY_PRESSURE,
          StallKind.COMPILATION);

  private final List<Actor> threads;

  /// @param threads the threads that worked on the operations; stalls of other threads are ignored
  public OutlierMatcher(List<Actor> threads) {
    this.threads = List.copyOf(threads);
  }

  /// Explains each outlier.
  ///
  /// @return in the order of the outliers
  public List<OutlierExplanation> match(List<Outlier> outliers, List<Stall> stalls) {
    List<Stall> own =
        stalls.stream()
            .filter(this::canStop)
            .sorted(Comparator.comparingLong(Stall::beginNanoTime))
            .toList();
    long[] latestEnds = latestEnds(own);
    return outliers.stream().map(each -> explain(each, own, latestEnds)).toList();
  }

  private boolean canStop(Stall stall) {
    return !NON_BLOCKING_KINDS.contains(stall.kind()) && isOneOfThreads(stall.thread());
  }

  private boolean isOneOfThreads(@Nullable Actor stopped) {
    return stopped == null || threads.stream().anyMatch(each -> isSame(each, stopped));
  }

  /// Compares the threads' numbers, or their names if one of them has no number.
  private static boolean isSame(Actor one, Actor other) {
    return (one.osThread() != null && other.osThread() != null)
        ? one.osThread().equals(other.osThread())
        : one.name().equals(other.name());
  }

  /// The running maximum of the stalls' ends, for a binary search: where it is before a time, so
  /// are the ends of that stall and all before it.
  private static long[] latestEnds(List<Stall> stalls) {
    long[] ends = new long[stalls.size()];
    for (int i = 0; i < ends.length; i++) {
      long end = stalls.get(i).endNanoTime();
      ends[i] = i > 0 && ends[i - 1] - end > 0 ? ends[i - 1] : end;
    }
    return ends;
  }

  private static OutlierExplanation explain(
      Outlier outlier, List<Stall> stalls, long[] latestEnds) {
    // Relative to the outlier's begin: the clock may overflow.
    long origin = outlier.beginNanoTime();
    List<OutlierExplanation.Part> parts = new ArrayList<>();
    for (int i = firstEndingAfter(origin, latestEnds); i < stalls.size(); i++) {
      Stall stall = stalls.get(i);
      if (stall.beginNanoTime() - outlier.endNanoTime() >= 0) {
        break;
      }
      long nanos =
          TimeInterval.overlap(
              stall.beginNanoTime() - origin, stall.endNanoTime() - origin, 0, outlier.nanos());
      if (nanos > 0) {
        parts.add(new OutlierExplanation.Part(stall, nanos));
      }
    }
    long explained =
        IntervalSet.union(
                parts,
                each -> each.stall().beginNanoTime() - origin,
                each -> each.stall().endNanoTime() - origin)
            .overlap(0, outlier.nanos());
    parts.sort(Comparator.comparingLong(OutlierExplanation.Part::nanos).reversed());
    return new OutlierExplanation(outlier, parts, explained);
  }

  private static int firstEndingAfter(long moment, long[] latestEnds) {
    int low = 0;
    int high = latestEnds.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (latestEnds[middle] - moment > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
