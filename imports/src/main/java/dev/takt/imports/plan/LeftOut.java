package dev.takt.imports.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What an import left out or changed: each reason with the places that it is about.
public final class LeftOut {

  private final Map<String, List<String>> places = new LinkedHashMap<>();

  /// Adds something.
  ///
  /// @param place where it stands in the file: `line 12`, `$.item[3]`
  /// @param reason what is left out, and why
  public void add(String place, String reason) {
    List<String> all = places.computeIfAbsent(reason, _ -> new ArrayList<>());
    if (!all.contains(place)) {
      all.add(place);
    }
  }

  /// The places by their reasons, in the order in which they were found.
  public Map<String, List<String>> places() {
    return places;
  }
}
