package dev.takt.load.driver;

import dev.takt.runs.model.OperationState;

/// How one operation ended, as its driver saw it. Drivers create each outcome once and reuse it:
/// two outcomes with the same label are counted together.
///
/// @param state [OperationState#COMPLETED], [OperationState#FAILED] or [OperationState#TIMED_OUT]
/// @param label its name in the report, such as `status 503` or `connection reset`
/// @param status the protocol's status of the answer, from 1 to [#MAX_STATUS], such as 503; 0 if it
///   has none. Answers are counted by it, whether they are successes or not
public record Outcome(OperationState state, String label, int status) {

  /// The greatest status.
  public static final int MAX_STATUS = 999;

  private static final int MAX_LABEL_LENGTH = 120;

  /// Answered as expected.
  public static final Outcome OK = new Outcome(OperationState.COMPLETED, "ok", 0);

  /// No answer within the time limit.
  public static final Outcome TIMED_OUT = new Outcome(OperationState.TIMED_OUT, "timed out", 0);

  /// Checks that the state is one that a driver can report, and that the status is in range.
  public Outcome {
    if (status < 0 || status > MAX_STATUS) {
      throw new IllegalArgumentException("a status is a number up to 999, found " + status);
    }
    if (state == OperationState.UNFINISHED || state == OperationState.NEVER_SENT) {
      throw new IllegalArgumentException("only the engine knows that an operation is " + state);
    }
  }

  /// A failure that an exception reports: the first line of its message, or else its class name.
  public static Outcome failedBy(Exception e) {
    String message = e.getMessage();
    String label = message == null ? "" : message.lines().findFirst().orElse("").strip();
    if (label.isEmpty()) {
      return failed(e.getClass().getSimpleName());
    }
    return failed(
        label.length() <= MAX_LABEL_LENGTH
            ? label
            : label.substring(0, MAX_LABEL_LENGTH - 1) + "…");
  }

  /// A failure with a label.
  public static Outcome failed(String label) {
    return failed(label, 0);
  }

  /// A failure with a label and the status of the answer.
  public static Outcome failed(String label, int status) {
    return new Outcome(OperationState.FAILED, label, status);
  }

  /// An answer as expected, with its status.
  public static Outcome ok(int status) {
    return new Outcome(OperationState.COMPLETED, OK.label, status);
  }

  /// Whether the answer was as expected.
  public boolean isOk() {
    return state == OperationState.COMPLETED;
  }
}
