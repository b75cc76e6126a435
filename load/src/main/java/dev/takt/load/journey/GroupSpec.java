package dev.takt.load.journey;

/// A group of steps of a journey, whose time is measured.
///
/// @param name without the name of the journey
/// @param from the index of its first step in the journey
/// @param to the one after that of its last step
public record GroupSpec(String name, int from, int to) {

  /// Whether a step is in it, or in a group in it.
  public boolean has(int step) {
    return from <= step && step < to;
  }
}
