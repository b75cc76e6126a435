package dev.takt.explain.comparison;

import java.util.Locale;

/// The verdict on a difference.
public enum Verdict {
  /// The second side is significantly better.
  BETTER,
  /// The second side is significantly worse.
  WORSE,
  /// No significant difference. There may be one that the data are too few to show.
  NO_DIFFERENCE,
  /// Some figures are better and some are worse. Only for a comparison as a whole.
  MIXED,
  /// There are too few data for a verdict.
  TOO_LITTLE_DATA,
  /// The machine or the generator was not the same on both sides and may have caused the
  /// difference.
  NOT_COMPARABLE,
  /// The difference of this figure is shown, but not judged.
  NOT_JUDGED;

  /// Its name in JSON.
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
