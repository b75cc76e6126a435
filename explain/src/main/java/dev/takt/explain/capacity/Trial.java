package dev.takt.explain.capacity;

/// A completed trial of a rate.
///
/// @param rate the rate, in operations per second
/// @param outcome its outcome
public record Trial(double rate, Outcome outcome) {

  /// The outcome of a trial.
  public enum Outcome {
    /// All objectives held.
    HELD,
    /// At least one objective did not hold.
    FAILED,
    /// The generator was at fault: the trial says nothing about the target and is not counted.
    NOT_TRUSTED
  }
}
