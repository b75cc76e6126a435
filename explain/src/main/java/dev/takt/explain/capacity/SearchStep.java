package dev.takt.explain.capacity;

/// The next step of a search: try a rate, or stop.
public sealed interface SearchStep {

  /// Try a rate.
  ///
  /// @param rate the rate in operations per second, rounded to three or four digits
  /// @param reason the reason for this trial
  record Try(double rate, Reason reason) implements SearchStep {}

  /// Stop: the search is complete.
  record Done(SearchResult finding) implements SearchStep {}

  /// The reason for a trial.
  enum Reason {
    /// Doubling the rate from below, until one fails.
    APPROACH,
    /// Bisecting between a rate that held and one that failed.
    NARROW,
    /// Repeating a rate, since a single trial can be chance.
    CONFIRM,
    /// Repeating a rate, since the generator was at fault.
    REPEAT
  }
}
