package dev.takt.explain;

import dev.takt.runs.model.Stall;

/// A stall as it is laid over the operations of one machine.
///
/// @param used what operations are charged with
/// @param shown the stall to show instead; several machines can have the same one
/// @param errorNanos how far begin and end of `used` can be from the true ones, at most
record MovedStall(Stall used, Stall shown, long errorNanos) {

  /// A stall on the machine's own clock.
  static MovedStall own(Stall stall) {
    return new MovedStall(stall, stall, stall.errorNanos());
  }

  boolean isOwn() {
    return used == shown;
  }
}
