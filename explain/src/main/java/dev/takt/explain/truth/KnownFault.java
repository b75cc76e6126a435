package dev.takt.explain.truth;

import dev.takt.explain.blame.Cause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A fault that was made on purpose, so that it is known what made operations slow.
///
/// @param begin on the run's clock
/// @param end on the run's clock, not before the begin
/// @param causes what it may be called
/// @param operation the name of the only operations that it hurt while the target had them; null if
///   it hurt all. That others waited for the connections of those is its doing all the same
public record KnownFault(
    long begin, long end, List<RightCause> causes, @Nullable String operation) {

  /// Checks the order of the two moments, and takes a copy of the causes.
  public KnownFault {
    if (end - begin < 0) {
      throw new IllegalArgumentException("a fault from " + begin + " to " + end);
    }
    causes = List.copyOf(causes);
  }

  boolean accepts(Cause cause) {
    return causes.stream().anyMatch(each -> each.accepts(cause));
  }

  boolean hurts(String name) {
    return operation == null || operation.equals(name);
  }

  long overlap(long from, long to) {
    return Math.max(0, Math.min(end, to) - Math.max(begin, from));
  }
}
