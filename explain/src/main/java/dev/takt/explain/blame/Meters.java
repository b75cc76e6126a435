package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
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
final class Meters {

  private static final String THREAD = "takt-hiccup";

  /// The maximum error of a meter. A remainder beyond the stop of a process that is longer than
  /// this is not just the meter's own wake-up, however long its sampling period is: the sleep
  /// itself is no part of a hiccup.
  private static final long MOST_OWN_NANOS = 1_000_000;

  private final Map<Side, Timeline> stops = new EnumMap<>(Side.class);
  private final Map<Side, Timeline> ownWaits = new EnumMap<>(Side.class);

  private Meters() {}

  static Meters of(List<Stall> stalls) {
    Map<Side, List<Claim>> stops = new EnumMap<>(Side.class);
    Map<Side, List<Claim>> waits = new EnumMap<>(Side.class);
    for (int i = 0; i < stalls.size(); i++) {
      Stall each = stalls.get(i);
      if (each.nanos() == 0 || Claims.isBlurred(each)) {
        continue;
      }
      if (Reach.of(each) == Reach.WHOLE) {
        stops.computeIfAbsent(each.side(), _ -> new ArrayList<>()).add(Claims.claim(each, i));
      } else if (isOwnWait(each)) {
        waits.computeIfAbsent(each.side(), _ -> new ArrayList<>()).add(Claims.claim(each, i));
      }
    }
    Meters meters = new Meters();
    stops.forEach((side, claims) -> meters.stops.put(side, Timeline.of(claims)));
    waits.forEach((side, claims) -> meters.ownWaits.put(side, Timeline.of(claims)));
    return meters;
  }

  private static boolean isOwnWait(Stall stall) {
    Stall.Actor thread = stall.thread();
    return stall.kind() == StallKind.RUN_QUEUE
        && thread != null
        && thread.name().startsWith(THREAD);
  }

  /// The parts of a hiccup that no other stall explains.
  ///
  /// @param number the index of the hiccup
  List<Claim> unexplained(Stall hiccup, int number) {
    Claim whole = Claims.claim(hiccup, number);
    Timeline waits = ownWaits.get(hiccup.side());
    if (waits != null && 2 * common(waits, whole) >= hiccup.nanos()) {
      return List.of();
    }
    Timeline stopped = stops.get(hiccup.side());
    return stopped == null || common(stopped, whole) == 0
        ? List.of(whole)
        : outside(stopped, whole, Math.min(hiccup.errorNanos(), MOST_OWN_NANOS));
  }

  private static long common(Timeline timeline, Claim claim) {
    long common = 0;
    for (int s = timeline.firstEndingAfter(claim.begin());
        s < timeline.size() && timeline.begin(s) < claim.end();
        s++) {
      common += Math.min(timeline.end(s), claim.end()) - Math.max(timeline.begin(s), claim.begin());
    }
    return common;
  }

  private static List<Claim> outside(Timeline stopped, Claim claim, long error) {
    List<Claim> parts = new ArrayList<>();
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

  private static void addIfLonger(List<Claim> parts, Claim claim, long from, long to, long error) {
    if (to - from > error) {
      parts.add(new Claim(from, to, claim.rank(), claim.stall()));
    }
  }
}
