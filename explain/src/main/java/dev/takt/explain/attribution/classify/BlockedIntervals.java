package dev.takt.explain.attribution.classify;

import java.util.List;
import java.util.Map;

/// The intervals in which operations were blocked, with their causes. Immutable.
///
/// @param ofAll those of all operations
/// @param byOperation those of single operations, by the index of the operation
public record BlockedIntervals(
    List<BlockedInterval> ofAll, Map<Integer, List<BlockedInterval>> byOperation) {

  public BlockedIntervals {
    ofAll = List.copyOf(ofAll);
    byOperation = Map.copyOf(byOperation);
  }

  public List<BlockedInterval> of(int operation) {
    // Often the map is empty: then no key is boxed for each operation.
    return byOperation.isEmpty() ? List.of() : byOperation.getOrDefault(operation, List.of());
  }
}
