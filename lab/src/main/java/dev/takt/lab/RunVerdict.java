package dev.takt.lab;

/// What a run says about its target. The worst of several is the first in this order.
public enum RunVerdict {
  /// The run was stopped before its end.
  INTERRUPTED,
  /// Nothing was completed, or a file could not be written.
  FAILED,
  /// The schedule was missed, or the generator was at fault: not decidable.
  NOT_TRUSTED,
  /// A rule was broken.
  RULE_BROKEN,
  /// Everything is fine.
  OK;

  /// The worse of the two.
  public RunVerdict worse(RunVerdict other) {
    return compareTo(other) <= 0 ? this : other;
  }
}
