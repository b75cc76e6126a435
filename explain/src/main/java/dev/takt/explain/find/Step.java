package dev.takt.explain.find;

/// One rate that was tried.
///
/// @param rate in operations per second
/// @param outcome what came of it
public record Step(double rate, Outcome outcome) {

  /// What a step says of the target.
  public enum Outcome {
    /// All objectives held.
    HELD,
    /// At least one did not.
    FAILED,
    /// Nothing: the generator was at fault. It is in no vote and moves no estimate.
    NOT_TRUSTED
  }
}
