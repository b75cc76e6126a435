package dev.takt.explain.compare;

import java.util.Locale;

/// What the data say of a difference.
public enum Verdict {
  /// The second side is better, and the data show it.
  BETTER,
  /// The second side is worse, and the data show it.
  WORSE,
  /// No difference that this data can show. There may be one.
  NO_DIFFERENCE,
  /// Some figures are better and some are worse. Of a comparison as a whole only.
  MIXED,
  /// There is too little data to say anything.
  TOO_LITTLE_DATA,
  /// The machine, or the generator, was not the same on both sides: a difference may be theirs.
  NOT_COMPARABLE,
  /// A difference of this figure is told, but not judged.
  NOT_JUDGED;

  /// As it is written in JSON.
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
