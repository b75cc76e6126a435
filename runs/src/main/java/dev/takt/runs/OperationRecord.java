package dev.takt.runs;

/// One operation of an [OperationTrace]. All moments are nanoseconds of the monotonic clock of the
/// machine that sent it.
///
/// @param index the place of the operation in the plan
/// @param operation its name
/// @param intended when it should have been sent; [#EMPTY] without a schedule
/// @param start when it was sent; [#EMPTY] if it never was
/// @param end when it was answered or given up; [#EMPTY] if it was never sent and the moment is not
///   known
/// @param state how it ended
public record OperationRecord(
    int index, String operation, long intended, long start, long end, OperationState state) {

  /// Stands for a moment that does not exist.
  public static final long NONE = Long.MIN_VALUE;

  /// When it was due: the intended start, or without a schedule the start.
  public long due() {
    return intended == NONE ? start : intended;
  }

  /// From when it was due to its end, in nanoseconds: response time where there is a schedule,
  /// service time where there is none; [#EMPTY] if it has no end.
  public long elapsed() {
    return end == NONE ? NONE : end - due();
  }

  /// From start to end, in nanoseconds; [#EMPTY] if either is missing.
  public long service() {
    return start == NONE || end == NONE ? NONE : end - start;
  }

  /// From intended start to start, in nanoseconds; [#EMPTY] if either is missing.
  public long waiting() {
    return intended == NONE || start == NONE ? NONE : start - intended;
  }
}
