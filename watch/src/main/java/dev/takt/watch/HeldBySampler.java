package dev.takt.watch;

import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Names the flight recorder's sampler where stops of a JVM waited for it. It lets the thread that
/// it samples stand for a moment; if it loses its processor in that moment, to the very thread that
/// is about to stop the JVM, that one waits for the sampled thread, which waits for the sampler,
/// which waits for a processor. Whoever records samples does that to a target, be it Takt.
final class HeldBySampler {

  /// As the kernel cuts `JFR Sampler Thread`.
  private static final String SAMPLER = "JFR Sampler Thr";

  /// It was the sampler's wait if that lasted for this share of it.
  private static final double LEAST_COVER = 0.5;

  private HeldBySampler() {}

  /// The same stalls; where the last thread was waited for while the sampler had no processor, that
  /// is the culprit.
  static List<Stall> told(List<Stall> stalls) {
    return StallsBySide.told(stalls, HeldBySampler::isOfSampler, HeldBySampler::told);
  }

  private static boolean isOfSampler(Stall stall) {
    return stall.kind() == StallKind.RUN_QUEUE
        && stall.thread() != null
        && stall.thread().name().startsWith(SAMPLER);
  }

  private static Stall told(Stall stall, List<Stall> waits) {
    if (stall.kind() != StallKind.TIME_TO_SAFEPOINT) {
      return stall;
    }
    for (Stall wait : waits) {
      long overlap =
          Math.min(wait.endNanoTime(), stall.endNanoTime())
              - Math.max(wait.beginNanoTime(), stall.beginNanoTime());
      if (overlap > 0 && overlap >= LEAST_COVER * stall.nanos()) {
        return because(stall, wait);
      }
    }
    return stall;
  }

  private static Stall because(Stall stall, Stall wait) {
    Map<String, Object> evidence = new HashMap<>(stall.evidence());
    evidence.put("sampler", "the flight recorder's, which had no processor meanwhile");
    return new Stall(
        stall.kind(),
        stall.side(),
        stall.beginNanoTime(),
        stall.endNanoTime(),
        stall.errorNanos(),
        stall.source(),
        stall.thread(),
        stall.cause(),
        wait.thread(),
        stall.stop(),
        evidence);
  }
}
