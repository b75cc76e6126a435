package dev.takt.probes.profilers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How right a profiler was about a workload. Shares are from 0 to 1, of the true CPU time, or of
/// the sampled one if that is more; `right`, `honest` and `missing` add up to 1.
///
/// @param right the share that stands in right frames
/// @param honest the share of which the profiler says that it does not know the frame
/// @param missing the rest: in a wrong frame, or nowhere
/// @param wrong what stands in wrong frames
/// @param blamed the wrong frame with most time; empty if there is none
/// @param splitError how much more of the time in the two methods the profiler gives to the first
///   one than that took, as a share; NaN if it shows neither
/// @param samples how many samples there are, right or wrong
public record Score(
    double right,
    double honest,
    double missing,
    double wrong,
    Optional<String> blamed,
    double splitError,
    long samples) {

  private static final String WITHOUT_CALLER = " without its caller";

  /// Compares a profile with the truth.
  ///
  /// @param stacks of the thread that burnt, and of nothing else
  static Score of(KnownWorkload workload, Truth truth, List<Stack> stacks) {
    Map<String, Long> wrong = new HashMap<>();
    long right = 0;
    long honest = 0;
    long ofA = 0;
    long placed = 0;
    long samples = 0;
    for (Stack each : stacks) {
      boolean isA = each.frames().contains(workload.phase(true));
      boolean isB = each.frames().contains(workload.phase(false));
      samples += each.samples();
      ofA += isA ? each.nanos() : 0;
      placed += isA || isB ? each.nanos() : 0;
      String innermost = each.innermost();
      boolean isRight = workload.isRight(innermost);
      if (innermost.startsWith("[")) {
        honest += each.nanos();
      } else if (isRight && (isA || isB)) {
        right += each.nanos();
      } else {
        wrong.merge(innermost + (isRight ? WITHOUT_CALLER : ""), each.nanos(), Long::sum);
      }
    }
    long wrongNanos = wrong.values().stream().mapToLong(Long::longValue).sum();
    double all = Math.max(truth.nanos(), right + honest + wrongNanos);
    return new Score(
        right / all,
        honest / all,
        (all - right - honest) / all,
        wrongNanos / all,
        wrong.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey),
        placed == 0 ? Double.NaN : ofA / (double) placed - truth.aNanos() / (double) truth.nanos(),
        samples);
  }
}
