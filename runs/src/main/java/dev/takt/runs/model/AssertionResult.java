package dev.takt.runs.model;

/// The verdict on one rule of `--fail-if`.
///
/// @param rule as the user wrote it
/// @param actual the measured value, formatted for people
/// @param broken whether the rule makes the run fail
public record AssertionResult(String rule, String actual, boolean broken) {}
