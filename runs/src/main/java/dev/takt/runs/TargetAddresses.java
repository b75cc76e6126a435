package dev.takt.runs;

import java.util.List;

/// The addresses of a target that connections are opened to.
///
/// @param used those that were connected to, in the order of their first use
/// @param known all that the target's name has, in the order in which they are tried
public record TargetAddresses(List<String> used, List<String> known) {

  /// Copies what can change.
  public TargetAddresses {
    used = List.copyOf(used);
    known = List.copyOf(known);
  }
}
