package dev.takt.explain.attribution.classify;

import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import dev.takt.record.ThreadRole;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

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

  private final Map<Side, Timeline> stops = new EnumMap<>(Side.class);
  private final Map<Side, Timeline> meterWaits = new EnumMap<>(Side.class);

  private HiccupFilter() {}

  static HiccupFilter of(List<Stall> stalls) {
    Map<Side, List<StallInterval>> stops = new EnumMap<>(Side.class);
    Map<Side, List<StallInterval>> waits = new EnumMap<>(Side.class);
    for (int i = 0; i < stalls.size(); i++) {
      Stall each = stalls.get(i);
      if (each.nanos() == 0 || StallClassification.isTooInexact(each)) {
        continue;
      }
      if (StallScope.of(each) == StallScope.WHOLE) {
        stops
            .computeIfAbsent(each.side(), _ -> new ArrayList<>())
            .add(StallClassification.interval(each, i));
      } else if (isMeterWait(each)) {
        waits
            .computeIfAbsent(each.side(), _ -> new ArrayList<>())
            .add(StallClassification.interval(each, i));
      }
    }
    HiccupFilter meters = new HiccupFilter();
    stops.forEach((side, claims) -> meters.stops.put(side, Timeline.of(claims)));
    waits.forEach((side, claims) -> meters.meterWaits.put(side, Timeline.of(claims)));
    return meters;
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
    Timeline waits = meterWaits.get(hiccup.side());
    if (waits != null && 2 * overlap(waits, whole) >= hiccup.nanos()) {
      return List.of();
    }
    Timeline stopped = stops.get(hiccup.side());
    return stopped == null || overlap(stopped, whole) == 0
        ? List.of(whole)
        : outside(stopped, whole, Math.min(hiccup.errorNanos(), MAX_METER_ERROR_NANOS));
  }

  private static long overlap(Timeline timeline, StallInterval claim) {
    long common = 0;
    for (int s = timeline.firstEndingAfter(claim.begin());
        s < timeline.size() && timeline.begin(s) < claim.end();
        s++) {
      common += Math.min(timeline.end(s), claim.end()) - Math.max(timeline.begin(s), claim.begin());
    }
    return common;
  }

  private static List<StallInterval> outside(Timeline stopped, StallInterval claim, long error) {
    List<StallInterval> parts = new ArrayList<>();
    long from = claim.begin();
    for (int s = stopped.firstEndingAfter(claim.begin());
        s < stopped.size() && stopped.begin(s) < claim.end();
        s++) {
      addIfLonger(parts, claim, from, stopped.begin(s), error);
      from = stopped.end(s);
    }
    addIfLonger(parts, claim, from, claim.end(), error);
    return parts;
  }

  private static void addIfLonger(
      List<StallInterval> parts, StallInterval claim, long from, long to, long error) {
    if (to - from > error) {
      parts.add(new StallInterval(from, to, claim.rank(), claim.stall()));
    }
  }
}
