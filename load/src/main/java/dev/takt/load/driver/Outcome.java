package dev.takt.load.driver;

import dev.takt.runs.OperationState;

/// How one operation ended, as its driver saw it. Drivers make each outcome once and reuse it: two
/// outcomes with the same label are counted together.
///
/// @param state [OperationState#COMPLETED], [OperationState#FAILED] or [OperationState#TIMED_OUT]
/// @param label what the report calls it, such as `status 503` or `connection reset`
public record Outcome(OperationState state, String label) {

  /// Answered as expected.
  public static final Outcome OK = new Outcome(OperationState.COMPLETED, "ok");

  /// No answer within the time limit.
  public static final Outcome TIMED_OUT = new Outcome(OperationState.TIMED_OUT, "timed out");

  /// Checks that the state is one that a driver can see.
  public Outcome {
    if (state == OperationState.UNFINISHED || state == OperationState.NEVER_SENT) {
      throw new IllegalArgumentException("only the engine knows that an operation is " + state);
    }
  }

  /// A failure with a label.
  public static Outcome failed(String label) {
    return new Outcome(OperationState.FAILED, label);
  }

  /// Whether the answer was as expected.
  public boolean isOk() {
    return state == OperationState.COMPLETED;
  }
}
