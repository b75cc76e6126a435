package dev.takt.runs;

/// The verdict on one rule of `--fail-if`.
///
/// @param rule as it was given
/// @param actual the value it was compared with, as people read it
/// @param broken whether the rule says that the run failed
public record AssertionResult(String rule, String actual, boolean broken) {}
