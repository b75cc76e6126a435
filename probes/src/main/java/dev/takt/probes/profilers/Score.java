package dev.takt.probes.profilers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How right a profiler was about a workload. Shares are from 0 to 1, of the true CPU time, or of
/// the sampled one if that is more; `right`, `honest` and `missing` add up to 1. Where a workload
/// waits, they are shares of the time that it took, and what is right is that it burnt nothing.
///
/// @param right the share that stands in right frames
/// @param line the share that stands in right frames and in right lines of the program; NaN if the
///   profiler has no lines
/// @param honest the share of which the profiler says that it does not know the frame
/// @param missing the rest: in a wrong frame, or nowhere
/// @param wrong what stands in wrong frames
/// @param blamed the wrong frame with most time; empty if there is none
/// @param splitError how much more of the time in the two methods the profiler gives to the first
///   one than that took, as a share; NaN if it shows neither
/// @param samples how many samples there are, right or wrong
public record Score(
    double right,
    double line,
    double honest,
    double missing,
    double wrong,
    Optional<String> blamed,
    double splitError,
    long samples) {

  private static final String WITHOUT_CALLER = " without its caller";

  /// Compares a profile with the truth.
  ///
  /// @param stacks of the threads that burnt, and of nothing else
  /// @param unrecordedNanos the CPU time of threads that the profiler says to be without a stack.
  ///   What burning threads lack is a part of it, and is honest so far; the rest was the JVM's.
  static Score of(KnownWorkload workload, Truth truth, List<Stack> stacks, long unrecordedNanos) {
    return workload == KnownWorkload.WAITING
        ? ofWaiting(truth, stacks)
        : ofBurning(workload, truth, stacks, unrecordedNanos);
  }

  private static Score ofBurning(
      KnownWorkload workload, Truth truth, List<Stack> stacks, long unrecordedNanos) {
    KnownLines lines = new KnownLines();
    Map<String, Long> wrong = new HashMap<>();
    long right = 0;
    long inLine = 0;
    long honest = 0;
    long ofA = 0;
    long placed = 0;
    for (Stack each : stacks) {
      boolean isA = each.has(workload.phase(true));
      boolean isB = each.has(workload.phase(false));
      ofA += isA ? each.nanos() : 0;
      placed += isA || isB ? each.nanos() : 0;
      String innermost = each.withoutNative().innermost();
      boolean isRight = workload.isRight(each);
      if (innermost.startsWith("[")) {
        honest += each.nanos();
      } else if (isRight && (isA || isB)) {
        right += each.nanos();
        inLine += isLineRight(workload, each, lines) ? each.nanos() : 0;
      } else if (isRight && each.hasUnknownCallers()) {
        honest += each.nanos();
      } else {
        wrong.merge(innermost + (isRight ? WITHOUT_CALLER : ""), each.nanos(), Long::sum);
      }
    }
    long wrongNanos = wrong.values().stream().mapToLong(Long::longValue).sum();
    honest += Math.clamp(truth.nanos() - right - honest - wrongNanos, 0, unrecordedNanos);
    double all = Math.max(truth.nanos(), right + honest + wrongNanos);
    boolean hasLines = stacks.stream().anyMatch(each -> each.line() != Stack.NO_LINE);
    return new Score(
        right / all,
        hasLines ? inLine / all : Double.NaN,
        honest / all,
        (all - right - honest) / all,
        wrongNanos / all,
        most(wrong),
        placed == 0 ? Double.NaN : ofA / (double) placed - truth.aNanos() / (double) truth.nanos(),
        samples(stacks));
  }

  private static boolean isLineRight(KnownWorkload workload, Stack stack, KnownLines lines) {
    return KnownLines.frame(stack.frames())
        .filter(frame -> lines.isRight(frame, stack.line(), workload::isHot))
        .isPresent();
  }

  /// Each sample more than the little CPU time that it took is wrong.
  private static Score ofWaiting(Truth truth, List<Stack> stacks) {
    Map<String, Long> shown = new HashMap<>();
    stacks.forEach(each -> shown.merge(each.innermost(), each.nanos(), Long::sum));
    long nanos = shown.values().stream().mapToLong(Long::longValue).sum();
    double all = Math.max(truth.wallNanos(), nanos);
    double error = Math.abs(nanos - truth.nanos()) / all;
    return new Score(
        1 - error,
        Double.NaN,
        0,
        error,
        Math.max(0, nanos - truth.nanos()) / all,
        most(shown),
        Double.NaN,
        samples(stacks));
  }

  private static Optional<String> most(Map<String, Long> nanos) {
    return nanos.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  private static long samples(List<Stack> stacks) {
    return stacks.stream().mapToLong(Stack::samples).sum();
  }
}
