package dev.takt.explain.attribution.classify;

import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import dev.takt.explain.attribution.match.ServingThreads;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.time.IntervalSet;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Stalls, classified by which operations they could have delayed. Immutable.
///
/// @param whole the stalls that stopped all operations
/// @param waits the indexes of stalls of single threads
/// @param vague the stalls that may have stopped all operations
public record StallClassification(
    List<StallInterval> whole, List<Integer> waits, List<StallInterval> vague) {

  static StallClassification of(List<Stall> stalls) {
    List<StallInterval> whole = new ArrayList<>();
    List<Integer> waits = new ArrayList<>();
    List<StallInterval> vague = new ArrayList<>();
    Map<Side, IntervalSet> hiccups = bySide(stalls, each -> each.kind() == StallKind.HICCUP);
    HiccupFilter meters = HiccupFilter.of(stalls);
    Map<SafepointKey, Long> reached = reachedTimes(stalls);
    for (int i = 0; i < stalls.size(); i++) {
      Stall each = stalls.get(i);
      if (each.nanos() == 0 || isTooInexact(each)) {
        continue;
      }
      switch (StallScope.of(each)) {
        case WHOLE -> whole.add(whole(each, i, reached));
        case VAGUE -> {
          if (each.kind() == StallKind.HICCUP) {
            vague.addAll(meters.unexplained(each, i));
          } else {
            vague.add(interval(each, i));
          }
        }
        case THREAD -> {
          // A hiccup of the same JVM shows that not only this one thread had to wait.
          Side jvm = each.side() == Side.GENERATOR ? Side.GENERATOR : Side.TARGET;
          if (each.kind() == StallKind.RUN_QUEUE
              && isMostlyDuring(hiccups.getOrDefault(jvm, IntervalSet.EMPTY), each)) {
            vague.add(interval(each, i));
          } else if (each.thread() == null || ServingThreads.isServing(each.thread().name())) {
            waits.add(i);
          }
        }
        case NONE -> {}
      }
    }
    return new StallClassification(List.copyOf(whole), List.copyOf(waits), List.copyOf(vague));
  }

  /// Identifies a safepoint; its stalls have this in common.
  private record SafepointKey(Side side, @Nullable Long number) {

    static SafepointKey of(Stall part) {
      return new SafepointKey(part.side(), part.stop());
    }
  }

  /// When the last thread had reached the safepoint, for safepoints with a long time to safepoint.
  private static Map<SafepointKey, Long> reachedTimes(List<Stall> stalls) {
    Map<SafepointKey, Long> reached = new HashMap<>();
    for (Stall each : stalls) {
      if (each.kind() == StallKind.TIME_TO_SAFEPOINT && each.stop() != null) {
        reached.merge(SafepointKey.of(each), each.endNanoTime(), Math::max);
      }
    }
    return reached;
  }

  /// The interval of a stall that stopped a process. If a thread was late for the safepoint, the
  /// interval begins when that thread had reached it: the time to safepoint belongs to its own
  /// stall, since the pause would have been that much shorter without it. This holds only for
  /// stalls of the same safepoint, not for stalls that overlap by chance.
  private static StallInterval whole(Stall stall, int number, Map<SafepointKey, Long> reached) {
    StallInterval interval = interval(stall, number);
    Long begin =
        stall.kind() == StallKind.TIME_TO_SAFEPOINT ? null : reached.get(SafepointKey.of(stall));
    return begin == null || begin <= interval.begin()
        ? interval
        : new StallInterval(
            Math.min(begin, interval.end()), interval.end(), interval.rank(), number);
  }

  /// Whether a run-queue wait is known so inexactly that it may have been at another time: it was
  /// only sampled. Such waits are ignored, rather than attributed wrongly.
  static boolean isTooInexact(Stall stall) {
    return stall.kind() == StallKind.RUN_QUEUE && 2 * stall.errorNanos() > stall.nanos();
  }

  static StallInterval interval(Stall stall, int number) {
    return new StallInterval(
        stall.beginNanoTime(),
        stall.endNanoTime(),
        StallScope.rank(stall.kind(), stall.side()),
        number);
  }

  /// The time of the selected stalls of each side that has any.
  static Map<Side, IntervalSet> bySide(List<Stall> stalls, Predicate<Stall> isSelected) {
    return stalls.stream()
        .filter(each -> each.nanos() > 0 && isSelected.test(each))
        .collect(
            Collectors.groupingBy(
                Stall::side,
                () -> new EnumMap<>(Side.class),
                Collectors.collectingAndThen(
                    Collectors.toList(),
                    of -> IntervalSet.union(of, Stall::beginNanoTime, Stall::endNanoTime))));
  }

  /// Whether at least half of a stall is during these intervals.
  static boolean isMostlyDuring(IntervalSet intervals, Stall stall) {
    return 2 * intervals.overlap(stall.beginNanoTime(), stall.endNanoTime()) >= stall.nanos();
  }
}
