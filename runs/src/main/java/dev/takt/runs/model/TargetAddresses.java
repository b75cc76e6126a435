package dev.takt.runs.model;

import java.util.List;

/// The addresses of a target that connections are opened to.
///
/// @param used the addresses that were connected to, in the order of their first use
/// @param known all addresses of the target's name, in the order in which they are tried
public record TargetAddresses(List<String> used, List<String> known) {

  /// Makes defensive copies.
  public TargetAddresses {
    used = List.copyOf(used);
    known = List.copyOf(known);
  }
}
