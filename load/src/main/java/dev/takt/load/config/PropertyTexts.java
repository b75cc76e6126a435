package dev.takt.load.config;

import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Descriptions of properties. Several drivers can declare properties of the same name.
public final class PropertyTexts {

  private PropertyTexts() {}

  /// The descriptions with the drivers' names; drivers with the same description are grouped:
  /// `exec: exit codes that …; http, demo: statuses that …`.
  public static String named(String property, List<DriverProvider> providers) {
    return byText(property, providers).entrySet().stream()
        .map(each -> String.join(", ", each.getValue()) + ": " + each.getKey())
        .collect(Collectors.joining("; "));
  }

  /// Like [#named], but without drivers' names if all descriptions are equal.
  public static String brief(String property, List<DriverProvider> providers) {
    Map<String, Set<String>> byText = byText(property, providers);
    return byText.size() == 1 ? byText.keySet().iterator().next() : named(property, providers);
  }

  private static Map<String, Set<String>> byText(String property, List<DriverProvider> providers) {
    Map<String, Set<String>> byText = new LinkedHashMap<>();
    for (DriverProvider provider : providers) {
      Stream.concat(provider.targetProperties().stream(), provider.operationProperties().stream())
          .filter(each -> each.name().equals(property))
          .map(Property::description)
          .forEach(text ->
              byText.computeIfAbsent(text, _ -> new LinkedHashSet<>()).add(provider.name()));
    }
    return byText;
  }
}
