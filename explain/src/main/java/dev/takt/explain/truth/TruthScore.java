package dev.takt.explain.truth;

import dev.takt.explain.blame.Cause;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What of the excess time of slow operations went to whom. All times in nanoseconds; right, wrong
/// and unexplained add up to the excess.
///
/// @param faults how many were made
/// @param felt how many of them made an operation slow
/// @param operations how many were slow
/// @param excess what they took beyond what is normal
/// @param right the part charged to a cause that it may rightly be charged to
/// @param wrong what other causes were charged with, the most first
/// @param unexplained the part that was charged to nobody
public record TruthScore(
    int faults,
    int felt,
    long operations,
    long excess,
    long right,
    Map<Cause, Long> wrong,
    long unexplained) {

  /// Nothing was slow.
  public static final TruthScore NOTHING = new TruthScore(0, 0, 0, 0, 0, Map.of(), 0);

  /// Sorts the wrong causes.
  public TruthScore {
    Map<Cause, Long> sorted = new LinkedHashMap<>();
    wrong.entrySet().stream()
        .sorted(
            Map.Entry.<Cause, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(each -> each.getKey().toString()))
        .forEach(each -> sorted.put(each.getKey(), each.getValue()));
    wrong = Collections.unmodifiableMap(sorted);
  }

  /// The part of the excess that went to the right cause; 0 if there was none.
  public double rightShare() {
    return share(right);
  }

  /// The part that went to one cause that is wrong.
  public double wrongShare(Cause cause) {
    return share(wrong.getOrDefault(cause, 0L));
  }

  /// The part that went to nobody.
  public double unexplainedShare() {
    return share(unexplained);
  }

  /// The wrong cause that was charged with most.
  public Optional<Cause> worst() {
    return wrong.keySet().stream().findFirst();
  }

  /// Whether the right cause got so much of the excess at least, and no wrong one more than so
  /// much.
  public boolean isWithin(double leastRight, double mostWrong) {
    return rightShare() >= leastRight
        && worst().map(each -> wrongShare(each) <= mostWrong).orElse(true);
  }

  private double share(long nanos) {
    return excess == 0 ? 0 : (double) nanos / excess;
  }
}
