package dev.takt.explain.find;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a search has found.
///
/// All rates are in operations per second. The edge is the rate at which a run is as likely to hold
/// as to fail.
///
/// @param end why there was no next step
/// @param held the highest rate that held more often than not, with no lower one settled to fail;
///   null if there is none
/// @param failed the lowest rate above that one that failed more often than not; null if there is
///   none
/// @param edge where the edge lies; null where it was not seen from both sides
/// @param contradicted the lowest rate that failed more often than not although a higher one held;
///   null if the rates are in order
public record Finding(
    End end,
    @Nullable Tried held,
    @Nullable Tried failed,
    @Nullable Interval edge,
    @Nullable Tried contradicted) {

  /// Why a search ended.
  public enum End {
    /// The edge is known as closely as was asked for.
    FOUND,
    /// The highest rate holds: the edge is above it.
    ALL_HOLD,
    /// The lowest rate fails: the edge is below it.
    NONE_HOLDS,
    /// All steps were made, and the edge is not known as closely as was asked for.
    STEPS_SPENT,
    /// The generator could not offer a rate.
    GENERATOR_LIMIT,
    /// It has not ended: something else ended it.
    OPEN
  }

  /// How often a rate held and failed.
  public record Tried(double rate, int held, int failed) {

    static @Nullable Tried of(Optional<Votes.Vote> vote) {
      return vote.map(each -> new Tried(each.rate(), each.held(), each.failed())).orElse(null);
    }
  }

  /// Where the edge lies.
  ///
  /// @param low it is below that with a probability of half of what is left of the confidence
  /// @param middle it is as likely below that as above
  /// @param high it is above that with the probability of `low`
  /// @param confidence the probability that it lies between `low` and `high`, from 0 to 1, under
  ///   the assumption that a higher rate never holds more easily
  public record Interval(double low, double middle, double high, double confidence) {

    /// How many times as high the upper end is as the lower one.
    public double ratio() {
      return high / low;
    }
  }
}
