package dev.takt.report.plot.axis;

/// A tick of an axis.
///
/// @param at its value
/// @param label its text; empty for a minor tick
public record Tick(double at, String label) {

  public boolean isMajor() {
    return !label.isEmpty();
  }
}
