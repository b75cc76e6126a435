package dev.takt.runs;

/// How an operation ended. Every intended operation ends in exactly one of these. The order is that
/// of the codes in `operations.bin` and must not change.
public enum OperationState {
  /// Answered as expected.
  COMPLETED,
  /// Answered with an error, or cut off.
  FAILED,
  /// Given up by the generator after its time limit.
  TIMED_OUT,
  /// Sent, and not answered when the run ended.
  UNFINISHED,
  /// Due, and not sent when the run ended.
  NEVER_SENT
}
