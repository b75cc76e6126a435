package dev.takt.faults.scoring;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.runs.time.TimeInterval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An injected fault: the ground truth of what made operations slow.
///
/// @param begin its begin, on the run's clock
/// @param end its end, on the run's clock, not before the begin
/// @param causes the causes that are correct for it
/// @param operation the name of the only operations whose service it delayed; null if it delayed
///   all. Others can still be delayed by waiting for connections of those
public record InjectedFault(
    long begin, long end, List<ExpectedCause> causes, @Nullable String operation) {

  /// Checks the order of begin and end, and copies the causes.
  public InjectedFault {
    if (end - begin < 0) {
      throw new IllegalArgumentException("a fault from " + begin + " to " + end);
    }
    causes = List.copyOf(causes);
  }

  boolean expects(Cause cause) {
    return causes.stream().anyMatch(each -> each.matches(cause));
  }

  boolean affects(String name) {
    return operation == null || operation.equals(name);
  }

  long overlap(long from, long to) {
    return TimeInterval.overlap(begin, end, from, to);
  }
}
