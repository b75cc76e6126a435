package dev.takt.cli;

import dev.takt.load.driver.DriverProvider;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/// The drivers that are there.
final class Drivers {

  private Drivers() {}

  /// All of them, by name.
  static List<DriverProvider> all() {
    return ServiceLoader.load(DriverProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(DriverProvider::name))
        .toList();
  }
}
