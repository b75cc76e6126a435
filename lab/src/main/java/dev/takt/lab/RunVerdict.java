package dev.takt.lab;

/// What a run says about its target. The worst of several is the first in this order.
public enum RunVerdict {
  /// The run was stopped before its end.
  INTERRUPTED,
  /// Nothing was completed, or a file could not be written.
  FAILED,
  /// A rule was broken, and not only by the generator.
  RULE_BROKEN,
  /// Not decidable: the generator's own share decides a rule. Without rules: the schedule was
  /// missed, or the generator was at fault.
  NOT_TRUSTED,
  /// Everything is fine.
  OK;

  /// The worse of the two.
  public RunVerdict worse(RunVerdict other) {
    return compareTo(other) <= 0 ? this : other;
  }
}
