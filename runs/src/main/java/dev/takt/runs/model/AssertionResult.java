package dev.takt.runs.model;

import org.jspecify.annotations.Nullable;

/// The verdict on one rule of `--fail-if`.
///
/// @param rule as the user wrote it
/// @param actual the measured value, formatted for people
/// @param broken whether the measured value breaks the rule
/// @param withoutGenerator the value with the generator's own share taken out, formatted for
///   people; null if that is not known or the same as the measured one
/// @param undecided why this run decides neither that the rule is broken nor that it holds; null if
///   it does
public record AssertionResult(
    String rule,
    String actual,
    boolean broken,
    @Nullable String withoutGenerator,
    @Nullable String undecided) {

  /// A decided verdict, on which the generator has no effect.
  public AssertionResult(String rule, String actual, boolean broken) {
    this(rule, actual, broken, null, null);
  }
}
