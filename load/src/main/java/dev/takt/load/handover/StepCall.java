package dev.takt.load.handover;

import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.Answer;
import org.jspecify.annotations.Nullable;

/// A step that is handed over to the thread of its slot. The event loop keeps what belongs to the
/// user; this has what the call needs.
///
/// @param operation the index of the operation in the plan
/// @param n the number of the step: the source of all of its generated values
/// @param values of the user's variables that the operation uses, in its order
/// @param keepsContent whether the content of the answer is read
/// @param isShown whether a person sees the request and the answer
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StepCall(
    int operation, long n, byte[][] values, boolean keepsContent, boolean isShown) {

  /// What an operation has without variables.
  public static final byte[][] NO_VALUES = {};

  /// What came of a call.
  ///
  /// @param answer what the user reads; null if there is nothing to read
  /// @param shown the answer as a text; empty unless it is to be shown
  public record Result(Outcome outcome, @Nullable Answer answer, String shown) {

    /// Without an answer.
    public Result(Outcome outcome) {
      this(outcome, null, "");
    }
  }
}
