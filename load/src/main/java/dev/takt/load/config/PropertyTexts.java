package dev.takt.load.config;

import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Descriptions of properties. Several drivers can declare properties of the same name.
public final class PropertyTexts {

  /// The drivers' names by description, by property.
  private final Map<String, Map<String, Set<String>>> properties = new HashMap<>();

  /// Reads all descriptions once: some are put together at each call.
  public PropertyTexts(List<DriverProvider> providers) {
    for (DriverProvider provider : providers) {
      provider.targetProperties().forEach(each -> add(each, provider));
      provider.operationProperties().forEach(each -> add(each, provider));
    }
  }

  private void add(Property property, DriverProvider provider) {
    properties
        .computeIfAbsent(property.name(), _ -> new LinkedHashMap<>())
        .computeIfAbsent(property.description(), _ -> new LinkedHashSet<>())
        .add(provider.name());
  }

  /// The descriptions with the drivers' names; drivers with the same description are grouped:
  /// `exec: exit codes that …; http, demo: statuses that …`.
  public String named(String property) {
    return byText(property).entrySet().stream()
        .map(each -> String.join(", ", each.getValue()) + ": " + each.getKey())
        .collect(Collectors.joining("; "));
  }

  /// Like [#named], but without drivers' names if all descriptions are equal.
  public String brief(String property) {
    Map<String, Set<String>> byText = byText(property);
    return byText.size() == 1 ? byText.keySet().iterator().next() : named(property);
  }

  private Map<String, Set<String>> byText(String property) {
    return properties.getOrDefault(property, Map.of());
  }
}
