package dev.takt.explain.capacity;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of a search.
///
/// All rates are in operations per second. The edge is the rate at which a run is as likely to hold
/// as to fail.
///
/// @param end why the search ended
/// @param held the highest rate that held more often than not, with no lower one settled to fail;
///   null if there is none
/// @param failed the lowest rate above `held` that failed more often than not; null if there is
///   none
/// @param edge the confidence interval of the edge; null if no rate held or none failed
/// @param contradicted the lowest rate that failed more often than not although a higher one held;
///   null if the rates are in order
public record SearchResult(
    EndReason end,
    @Nullable Tried held,
    @Nullable Tried failed,
    @Nullable Interval edge,
    @Nullable Tried contradicted) {

  /// Why a search ended.
  public enum EndReason {
    /// The edge is known to the requested resolution.
    FOUND,
    /// The highest rate holds: the edge is above it.
    ALL_HOLD,
    /// The lowest rate fails: the edge is below it.
    NONE_HOLDS,
    /// The maximum number of steps was made before the edge was known to the requested resolution.
    STEPS_SPENT,
    /// The generator could not sustain a rate.
    GENERATOR_LIMIT,
    /// The search was ended from outside, before it was complete.
    OPEN
  }

  /// How often a rate held and failed.
  public record Tried(double rate, int held, int failed) {

    static @Nullable Tried of(Optional<TrialCounts.RateCount> vote) {
      return vote.map(each -> new Tried(each.rate(), each.held(), each.failed())).orElse(null);
    }
  }

  /// A confidence interval of the edge.
  ///
  /// @param low the lower bound; the edge is below it with probability (1 - confidence) / 2
  /// @param middle the median: the edge is as likely below it as above
  /// @param high the upper bound; the edge is above it with probability (1 - confidence) / 2
  /// @param confidence the probability that the edge is between `low` and `high`, from 0 to 1,
  ///   assuming that a higher rate never holds more easily
  public record Interval(double low, double middle, double high, double confidence) {

    /// The ratio of the upper bound to the lower bound.
    public double ratio() {
      return high / low;
    }
  }
}
