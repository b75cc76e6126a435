package dev.takt.imports.plan;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What an import left out or changed: each reason with the places that it is about.
public final class LeftOut {

  private final Map<String, Set<String>> places = new LinkedHashMap<>();

  /// Adds something.
  ///
  /// @param place where it stands in the file: `line 12`, `$.item[3]`
  /// @param reason what is left out, and why
  public void add(String place, String reason) {
    places.computeIfAbsent(reason, _ -> new LinkedHashSet<>()).add(place);
  }

  /// The places by their reasons, in the order in which they were found.
  public Map<String, List<String>> places() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    places.forEach((reason, each) -> all.put(reason, List.copyOf(each)));
    return all;
  }
}
