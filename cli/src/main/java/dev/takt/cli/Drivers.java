package dev.takt.cli;

import dev.takt.load.driver.DriverProvider;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/// The drivers that are there.
final class Drivers {

  private Drivers() {}

  /// All of them, by name; the demo last, because its flags are those of HTTP and belong there. To
  /// find them takes some milliseconds: not for commands that drive nothing.
  static List<DriverProvider> all() {
    return ServiceLoader.load(DriverProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(
            Comparator.comparing((DriverProvider each) -> each.name().equals("demo"))
                .thenComparing(DriverProvider::name))
        .toList();
  }
}
