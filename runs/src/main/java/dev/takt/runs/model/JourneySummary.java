package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// The results of one journey, without the users who arrived in the warm-up. Its steps are
/// operations; distributions are as in [OperationSummary].
///
/// @param name the name of the journey
/// @param response from the arrival of a user to the end of the last step
/// @param service from the start of the first step to the end of the last, think times included
/// @param waiting from the arrival to the start of the first step
/// @param balance the balance of the users: a failed or timed-out step ends a journey
/// @param steps in their order
public record JourneySummary(
    String name,
    Distribution response,
    Distribution service,
    @JsonProperty("wait") Distribution waiting,
    Balance balance,
    List<Step> steps) {

  /// A step.
  ///
  /// @param operation the name of its operation
  /// @param notReached the number of journeys that ended before it
  public record Step(String operation, long notReached) {

    /// The name of the step without that of its journey.
    public String nameIn(JourneySummary journey) {
      return operation.substring(journey.name.length() + 1);
    }
  }
}
