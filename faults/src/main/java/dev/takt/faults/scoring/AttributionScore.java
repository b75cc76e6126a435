package dev.takt.faults.scoring;

import dev.takt.explain.attribution.classify.Cause;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How much of the excess time of slow operations was attributed to correct and to wrong causes.
/// All times in nanoseconds; right, wrong and unexplained add up to the excess.
///
/// @param faults the number of injected faults
/// @param effective how many of them made an operation slow
/// @param operations the number of slow operations
/// @param excess the time that they took beyond normal
/// @param correct the part attributed to correct causes
/// @param wrong the parts attributed to wrong causes, in descending order
/// @param unexplained the part attributed to no cause
public record AttributionScore(
    int faults,
    int effective,
    long operations,
    long excess,
    long correct,
    Map<Cause, Long> wrong,
    long unexplained) {

  /// The score without slow operations.
  public static final AttributionScore EMPTY = new AttributionScore(0, 0, 0, 0, 0, Map.of(), 0);

  /// Sorts the wrong causes.
  public AttributionScore {
    Map<Cause, Long> sorted = new LinkedHashMap<>();
    wrong.entrySet().stream()
        .sorted(
            Map.Entry.<Cause, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(each -> each.getKey().toString()))
        .forEach(each -> sorted.put(each.getKey(), each.getValue()));
    wrong = Collections.unmodifiableMap(sorted);
  }

  /// The fraction of the excess attributed to correct causes; 0 without any excess.
  public double correctShare() {
    return share(correct);
  }

  /// The fraction of the excess attributed to one wrong cause.
  public double wrongShare(Cause cause) {
    return share(wrong.getOrDefault(cause, 0L));
  }

  /// The fraction of the excess attributed to no cause.
  public double unexplainedShare() {
    return share(unexplained);
  }

  /// The wrong cause with the largest part.
  public Optional<Cause> worst() {
    return wrong.keySet().stream().findFirst();
  }

  /// Whether correct causes have at least the fraction `leastRight` of the excess, and no wrong one
  /// more than `mostWrong`.
  public boolean isWithin(double leastRight, double mostWrong) {
    return correctShare() >= leastRight
        && worst().map(each -> wrongShare(each) <= mostWrong).orElse(true);
  }

  private double share(long nanos) {
    return excess == 0 ? 0 : (double) nanos / excess;
  }
}
