package dev.takt.watch;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.time.TimeInterval;
import java.util.List;

/// Names JFR's sampler thread as the culprit of a long time to safepoint that it caused.
///
/// The sampler suspends the thread that it samples for a moment. If the sampler is preempted in
/// that moment, the VM thread waits for the sampled thread, which waits for the sampler, which
/// waits for a processor. Any recording with execution samples can do that to a target, also one of
/// Takt's.
final class SamplerCulpritResolver {

  /// `JFR Sampler Thread`, truncated to the 15 characters that the kernel keeps.
  private static final String SAMPLER_THREAD = "JFR Sampler Thr";

  /// The sampler is the culprit if its run-queue wait covers at least this share of the stall.
  private static final double MIN_OVERLAP_SHARE = 0.5;

  private SamplerCulpritResolver() {}

  /// Returns the same stalls. A time to safepoint during which the sampler waited for a processor
  /// has the sampler as its culprit.
  static List<Stall> resolve(List<Stall> stalls) {
    return StallTransform.apply(
        stalls, SamplerCulpritResolver::isOfSampler, SamplerCulpritResolver::resolve);
  }

  private static boolean isOfSampler(Stall stall) {
    return stall.kind() == StallKind.RUN_QUEUE
        && stall.thread() != null
        && stall.thread().name().startsWith(SAMPLER_THREAD);
  }

  private static Stall resolve(Stall stall, List<Stall> waits) {
    if (stall.kind() != StallKind.TIME_TO_SAFEPOINT) {
      return stall;
    }
    for (Stall wait : waits) {
      long overlap =
          TimeInterval.overlap(
              wait.beginNanoTime(), wait.endNanoTime(), stall.beginNanoTime(), stall.endNanoTime());
      if (overlap > 0 && overlap >= MIN_OVERLAP_SHARE * stall.nanos()) {
        return withCulprit(stall, wait);
      }
    }
    return stall;
  }

  private static Stall withCulprit(Stall stall, Stall wait) {
    Stall resolved = stall.withCulprit(wait.thread());
    return stall.evidence() instanceof Evidence.Safepoint safepoint
        ? resolved.withEvidence(
            safepoint.with(
                safepoint.threads().withSampler("JFR's sampler waited for a processor during it")))
        : resolved;
  }
}
