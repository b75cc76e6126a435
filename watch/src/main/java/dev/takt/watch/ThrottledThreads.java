package dev.takt.watch;

import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Joins what two observers know of throttling: a control group's counters say that it was
/// throttled, but not exactly when; the switch recorder says exactly when a thread had no
/// processor, but not that its group had used up its share.
final class ThrottledThreads {

  /// A thread's wait was throttling if its group was throttled for this share of it.
  private static final double LEAST_COVER = 0.5;

  private ThrottledThreads() {}

  /// The same stalls, with waits for a processor that were throttling told as such.
  static List<Stall> told(List<Stall> stalls) {
    return StallsBySide.told(
        stalls,
        each -> each.kind() == StallKind.THROTTLED && each.thread() == null,
        ThrottledThreads::told);
  }

  private static Stall told(Stall stall, List<Stall> throttled) {
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
    return group != null && covered >= LEAST_COVER * stall.nanos()
        ? asThrottled(stall, group)
        : stall;
  }

  /// A group's time is told to have ended with the sample that showed it: it can have ended, and so
  /// have begun, earlier by as much as samples are apart.
  private static long overlap(Stall group, Stall wait) {
    return Math.min(group.endNanoTime(), wait.endNanoTime())
        - Math.max(group.beginNanoTime() - group.errorNanos(), wait.beginNanoTime());
  }

  /// Whoever had the processor meanwhile is not to blame for it.
  private static Stall asThrottled(Stall stall, Stall group) {
    Map<String, Object> evidence = new HashMap<>(stall.evidence());
    evidence.put("throttledBy", Objects.requireNonNullElse(group.cause(), "a control group"));
    return new Stall(
        StallKind.THROTTLED,
        stall.side(),
        stall.beginNanoTime(),
        stall.endNanoTime(),
        stall.errorNanos(),
        stall.source(),
        stall.thread(),
        group.cause(),
        null,
        stall.stop(),
        evidence);
  }
}
