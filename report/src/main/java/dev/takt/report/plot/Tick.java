package dev.takt.report.plot;

/// A tick of an axis.
///
/// @param at its value
/// @param label its text; empty for a minor tick
record Tick(double at, String label) {

  boolean isMajor() {
    return !label.isEmpty();
  }
}
