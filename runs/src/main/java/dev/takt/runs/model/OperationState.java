package dev.takt.runs.model;

/// The outcome of an operation. Every intended operation has exactly one. The codes are those of
/// `operations.bin` and must not change.
public enum OperationState {
  /// Answered as expected.
  COMPLETED(0),
  /// Answered with an error, or cut off by a lost connection.
  FAILED(1),
  /// Abandoned by the generator after its timeout.
  TIMED_OUT(2),
  /// Sent, and not answered when the run ended.
  UNFINISHED(3),
  /// Due, and not sent when the run ended.
  NEVER_SENT(4);

  /// The number of states.
  public static final int COUNT = values().length;

  private static final OperationState[] BY_CODE = values();

  private final int code;

  OperationState(int code) {
    this.code = code;
  }

  /// The code of this state in `operations.bin`.
  public int code() {
    return code;
  }

  /// Whether the operation ended while the run was going on: it completed, failed or timed out.
  public boolean hasEnded() {
    return code <= TIMED_OUT.code;
  }

  /// The state of a code.
  ///
  /// @throws ArrayIndexOutOfBoundsException if there is none
  public static OperationState ofCode(int code) {
    return BY_CODE[code];
  }
}
