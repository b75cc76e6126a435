package dev.takt.explain.blame;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// When operations were held up, and by what. Immutable.
///
/// @param ofAll when all of them were, in the order of their begins
/// @param byOperation when single ones were
record Holdups(List<Holdup> ofAll, Map<Integer, List<Holdup>> byOperation) {

  Holdups {
    ofAll = ofAll.stream().sorted(Comparator.comparingLong(Holdup::begin)).toList();
    byOperation = Map.copyOf(byOperation);
  }

  List<Holdup> of(int operation) {
    // Mostly none was: then no key is made for each operation that is looked at.
    return byOperation.isEmpty() ? List.of() : byOperation.getOrDefault(operation, List.of());
  }
}
