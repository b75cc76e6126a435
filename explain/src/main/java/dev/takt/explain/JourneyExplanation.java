package dev.takt.explain;

import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.attribution.classify.Cause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the time of the slow users of one journey is made up. Users whose journey failed are not
/// counted. All times in nanoseconds.
///
/// @param name of the journey
/// @param users how many there are
/// @param tail the users with the longest response time
/// @param active the users with the longest time without think times; null if there are no think
///   times
/// @param slowest the users of the second kind one by one, in descending order
public record JourneyExplanation(
    String name, long users, Tail tail, @Nullable Tail active, List<SlowUser> slowest) {

  /// The slowest 1 % of the users, at least one, together.
  ///
  /// @param users how many
  /// @param least the shortest of their times by which they are the slowest
  /// @param response the sum of their response times
  /// @param thinking the part of it between steps
  /// @param steps the other parts, the largest first; `response - thinking` in all
  public record Tail(long users, long least, long response, long thinking, List<StepTime> steps) {}

  /// The time of a step, in all rounds of it.
  ///
  /// @param operation the name of its operation
  /// @param waiting the wait time
  /// @param service the service time
  /// @param causes what made it slow, the largest part first
  /// @param unexplained the excess that no cause explains
  public record StepTime(
      String operation, long waiting, long service, List<CauseTime> causes, long unexplained) {

    /// Wait and service time.
    public long response() {
      return waiting + service;
    }
  }

  /// The time that a cause took.
  public record CauseTime(Cause cause, long nanos) {}

  /// A user.
  ///
  /// @param number of the arrival in the schedule, from 0
  /// @param arrival when the user arrived
  /// @param end when the last step ended
  /// @param thinking the time between steps
  /// @param steps what the other time was spent with, in their order
  public record SlowUser(
      long number, long arrival, long end, long thinking, List<SlowOperation> steps) {

    /// From the arrival to the end.
    public long response() {
      return end - arrival;
    }
  }
}
