package dev.takt.explain.find;

/// What a search wants next.
public sealed interface Move {

  /// To try a rate.
  ///
  /// @param rate in operations per second, rounded to a number that people can say
  /// @param why what it is for
  record Try(double rate, Why why) implements Move {}

  /// Nothing more.
  record Done(Finding finding) implements Move {}

  /// What a step is for.
  enum Why {
    /// From below towards the first rate that fails.
    APPROACH,
    /// Between what held and what failed.
    NARROW,
    /// Once more, since a single run is chance.
    CONFIRM,
    /// Once more, since the generator was at fault.
    REPEAT
  }
}
