package dev.takt.cli.flags;

import dev.takt.cli.spi.args.Options;
import dev.takt.load.config.PropertyTexts;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/// The flags that drivers declare.
///
/// @param heading names the drivers
/// @param properties each has a flag of its name
record DriverOptions(String heading, List<Property> properties) {

  /// The flags in groups: those of each driver, then those that it shares with later ones.
  static List<DriverOptions> groups(List<DriverProvider> providers) {
    Map<List<DriverProvider>, List<Property>> byDrivers = propertiesByDrivers(providers);
    List<DriverOptions> groups = new ArrayList<>();
    for (DriverProvider provider : providers) {
      List<Property> own = byDrivers.get(List.of(provider));
      if (own != null) {
        groups.add(new DriverOptions(heading(provider), own));
      }
      byDrivers.forEach((drivers, shared) -> {
        if (drivers.size() > 1 && drivers.getFirst() == provider) {
          groups.add(new DriverOptions(heading(drivers), shared));
        }
      });
    }
    return groups;
  }

  /// Each property once, with the drivers that declare it.
  private static Map<List<DriverProvider>, List<Property>> propertiesByDrivers(
      List<DriverProvider> providers) {
    Map<String, List<DriverProvider>> drivers = new LinkedHashMap<>();
    Map<String, Property> first = new LinkedHashMap<>();
    for (DriverProvider provider : providers) {
      properties(provider)
          .forEach(each -> {
            first.putIfAbsent(each.name(), each);
            List<DriverProvider> known =
                drivers.computeIfAbsent(each.name(), _ -> new ArrayList<>());
            if (!known.contains(provider)) {
              known.add(provider);
            }
          });
    }
    Map<List<DriverProvider>, List<Property>> result = new LinkedHashMap<>();
    first.forEach((name, property) ->
        result
            .computeIfAbsent(drivers.getOrDefault(name, List.of()), _ -> new ArrayList<>())
            .add(property));
    return result;
  }

  private static String heading(List<DriverProvider> drivers) {
    String names = drivers.stream().map(DriverProvider::name).collect(Collectors.joining(", "));
    return "Options for several drivers (" + names + ")";
  }

  private static String heading(DriverProvider provider) {
    String name =
        provider.name().length() <= 4 ? provider.name().toUpperCase(Locale.ROOT) : provider.name();
    return name + " options (" + provider.targetForm() + ")";
  }

  private static Stream<Property> properties(DriverProvider provider) {
    return Stream.concat(
        provider.targetProperties().stream(), provider.operationProperties().stream());
  }

  /// Whether the property takes one value.
  static boolean isSingle(Property property) {
    return switch (property.type()) {
      case STRINGS, FILES -> false;
      case BOOLEAN, DURATION, INTEGER, STRING -> true;
    };
  }

  static OptionSpec option(Property property, PropertyTexts texts) {
    String name = "--" + property.name();
    String description = texts.brief(property.name());
    return switch (property.type()) {
      case BOOLEAN -> Options.negatable(name, description);
      case STRINGS, FILES -> Options.list(name, label(property.type()), description);
      default -> Options.text(name, label(property.type()), description);
    };
  }

  private static String label(DriverProvider.Type type) {
    return switch (type) {
      case FILES -> "FILE";
      case STRING, STRINGS, BOOLEAN -> "TEXT";
      case INTEGER -> "N";
      case DURATION -> "TIME";
    };
  }
}
