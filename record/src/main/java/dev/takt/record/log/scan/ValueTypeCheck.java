package dev.takt.record.log.scan;

import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.parse.RawInterval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Separates doubles and integers, which have no common slots and so no sum. The first interval of
/// a series determines its type.
///
/// Not thread-safe.
public final class ValueTypeCheck {

  private final Function<RawInterval, @Nullable String> seriesOf;
  private final Map<@Nullable String, Boolean> fractional = new HashMap<>();

  public ValueTypeCheck(Function<RawInterval, @Nullable String> seriesOf) {
    this.seriesOf = seriesOf;
  }

  /// Removes the intervals that cannot be added to those before them.
  ///
  /// @return what is wrong with them, one problem each
  public List<Problem> removeMismatched(List<RawInterval> intervals) {
    List<Problem> unlike = new ArrayList<>();
    intervals.removeIf(each -> {
      Boolean first = fractional.putIfAbsent(seriesOf.apply(each), each.histogram().fractional());
      boolean isUnlike = first != null && first != each.histogram().fractional();
      if (isUnlike) {
        unlike.add(problem(each));
      }
      return isUnlike;
    });
    return unlike;
  }

  private static Problem problem(RawInterval interval) {
    String kind = interval.histogram().fractional() ? "doubles" : "integers";
    String others = interval.histogram().fractional() ? "integers" : "doubles";
    return new Problem(
        interval.log().name(),
        interval.line(),
        Severity.LOST,
        String.format(
            Locale.ROOT,
            "a histogram of %s cannot be added to those of %s above it",
            kind,
            others));
  }
}
