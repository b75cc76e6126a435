package dev.takt.report.plot;

/// A mark on an axis.
///
/// @param at the value that it marks
/// @param label what is written beside it; empty for a faint line in between
record Tick(double at, String label) {

  boolean isMajor() {
    return !label.isEmpty();
  }
}
