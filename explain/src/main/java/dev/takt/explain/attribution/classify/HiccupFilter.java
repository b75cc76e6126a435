package dev.takt.explain.attribution.classify;

import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import dev.takt.record.ThreadRole;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.time.IntervalSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Removes from hiccups the parts that other stalls explain. Immutable.
///
/// A hiccup meter records that its own thread was late, but not why. Where its process was stopped,
/// that is the reason; a remainder shorter than the meter's own error is ignored. Where a run-queue
/// wait of the meter's thread is recorded, the hiccup says nothing about other threads: their waits
/// are recorded as well.
final class HiccupFilter {

  /// The maximum error of a meter. A remainder beyond the stop of a process that is longer than
  /// this is not just the meter's own wake-up, however long its sampling period is: the sleep
  /// itself is no part of a hiccup.
  private static final long MAX_METER_ERROR_NANOS = 1_000_000;

  private final Map<Side, IntervalSet> stops;
  private final Map<Side, IntervalSet> meterWaits;

  private HiccupFilter(Map<Side, IntervalSet> stops, Map<Side, IntervalSet> meterWaits) {
    this.stops = stops;
    this.meterWaits = meterWaits;
  }

  static HiccupFilter of(List<Stall> stalls) {
    return new HiccupFilter(
        bySide(stalls, each -> StallScope.of(each) == StallScope.WHOLE),
        bySide(stalls, HiccupFilter::isMeterWait));
  }

  private static Map<Side, IntervalSet> bySide(List<Stall> stalls, Predicate<Stall> isSelected) {
    return StallClassification.bySide(
        stalls, each -> isSelected.test(each) && !StallClassification.isTooInexact(each));
  }

  private static boolean isMeterWait(Stall stall) {
    Stall.Actor thread = stall.thread();
    return stall.kind() == StallKind.RUN_QUEUE
        && thread != null
        && ThreadRole.HICCUP_METER.isOf(thread.name());
  }

  /// The parts of a hiccup that no other stall explains.
  ///
  /// @param number the index of the hiccup
  List<StallInterval> unexplained(Stall hiccup, int number) {
    StallInterval whole = StallClassification.interval(hiccup, number);
    IntervalSet waits = meterWaits.getOrDefault(hiccup.side(), IntervalSet.EMPTY);
    if (StallClassification.isMostlyDuring(waits, hiccup)) {
      return List.of();
    }
    IntervalSet stopped = stops.getOrDefault(hiccup.side(), IntervalSet.EMPTY);
    if (stopped.overlap(whole.begin(), whole.end()) == 0) {
      return List.of(whole);
    }
    long error = Math.min(hiccup.errorNanos(), MAX_METER_ERROR_NANOS);
    return stopped.gaps(whole.begin(), whole.end()).stream()
        .filter(gap -> gap.nanos() > error)
        .map(gap -> new StallInterval(gap.begin(), gap.end(), whole.rank(), whole.stall()))
        .toList();
  }
}
