package dev.takt.runs;

/// How an operation ended. Every intended operation ends in exactly one of these. The codes are
/// those of `operations.bin` and must not change.
public enum OperationState {
  /// Answered as expected.
  COMPLETED(0),
  /// Answered with an error, or cut off.
  FAILED(1),
  /// Given up by the generator after its time limit.
  TIMED_OUT(2),
  /// Sent, and not answered when the run ended.
  UNFINISHED(3),
  /// Due, and not sent when the run ended.
  NEVER_SENT(4);

  /// How many states there are.
  static final int COUNT = values().length;

  private static final OperationState[] BY_CODE = values();

  private final int code;

  OperationState(int code) {
    this.code = code;
  }

  /// The number that stands for this state in `operations.bin`.
  public int code() {
    return code;
  }

  /// The state of a code.
  ///
  /// @throws ArrayIndexOutOfBoundsException if there is none
  static OperationState ofCode(int code) {
    return BY_CODE[code];
  }
}
