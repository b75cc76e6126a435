package dev.takt.runs.trace;

import dev.takt.runs.model.OperationState;

/// One operation of an [OperationTrace]. All moments are nanoseconds of the monotonic clock of the
/// machine that sent it.
///
/// @param index the index of the operation in the plan
/// @param operation its name
/// @param intended when it should have been sent; [#NONE] without a schedule
/// @param start when it was sent; [#NONE] if it never was
/// @param end when it was answered or timed out; [#NONE] if it was never sent and the moment is not
///   known
/// @param state its outcome
public record OperationRecord(
    int index, String operation, long intended, long start, long end, OperationState state) {

  /// Represents a missing moment.
  public static final long NONE = Long.MIN_VALUE;

  /// When it was due: the intended start, or the start if there is no schedule.
  public long due() {
    return intended == NONE ? start : intended;
  }

  /// From when it was due to its end, in nanoseconds: response time if there is a schedule, else
  /// service time; [#NONE] if it has no end.
  public long elapsed() {
    return end == NONE ? NONE : end - due();
  }

  /// From start to end, in nanoseconds; [#NONE] if either is missing.
  public long service() {
    return start == NONE || end == NONE ? NONE : end - start;
  }

  /// From intended start to start, in nanoseconds; [#NONE] if either is missing.
  public long waiting() {
    return intended == NONE || start == NONE ? NONE : start - intended;
  }
}
