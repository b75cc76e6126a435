package dev.takt.watch;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.time.TimeInterval;
import java.util.List;
import java.util.Objects;

/// Reclassifies run-queue waits that were cgroup throttling.
///
/// A cgroup's counters show that it was throttled, but not exactly when. The switch recorder shows
/// exactly when a thread had no processor, but not that its cgroup had used up its quota. A wait
/// that lies in a throttled time is throttling with exact edges.
final class ThrottlingReclassifier {

  /// A wait was throttling if its cgroup was throttled for at least this share of it.
  private static final double MIN_OVERLAP_SHARE = 0.5;

  private ThrottlingReclassifier() {}

  /// Returns the same stalls, where run-queue waits that were throttling have that kind.
  static List<Stall> reclassify(List<Stall> stalls) {
    return StallTransform.apply(
        stalls,
        each -> each.kind() == StallKind.THROTTLED && each.thread() == null,
        ThrottlingReclassifier::reclassify);
  }

  private static Stall reclassify(Stall stall, List<Stall> throttled) {
    if (stall.kind() != StallKind.RUN_QUEUE || stall.nanos() == 0) {
      return stall;
    }
    long covered = 0;
    Stall group = null;
    for (Stall each : throttled) {
      long overlap = overlap(each, stall);
      if (overlap > 0) {
        covered += overlap;
        group = each;
      }
    }
    return group != null && covered >= MIN_OVERLAP_SHARE * stall.nanos()
        ? asThrottled(stall, group)
        : stall;
  }

  /// A cgroup's stall ends with the sample that showed it. It can have ended, and so have begun,
  /// earlier by up to one sampling interval.
  private static long overlap(Stall group, Stall wait) {
    return TimeInterval.overlap(
        group.beginNanoTime() - group.errorNanos(),
        group.endNanoTime(),
        wait.beginNanoTime(),
        wait.endNanoTime());
  }

  /// The result has no culprit: the thread that had the processor meanwhile did not cause this.
  private static Stall asThrottled(Stall stall, Stall group) {
    Evidence.RunQueueWait wait =
        stall.evidence() instanceof Evidence.RunQueueWait known
            ? known
            : Evidence.RunQueueWait.UNKNOWN;
    return stall
        .withKind(StallKind.THROTTLED)
        .withCause(group.cause())
        .withCulprit(null)
        .withEvidence(
            wait.throttledBy(Objects.requireNonNullElse(group.cause(), "a control group")));
  }
}
